// Writes the types of the API as Python: node types.mjs < openapi.json > types.py
//
// quicktype reads the schemas. Its Python has classes with converters; here a
// schema becomes a TypedDict, because an answer is used as it was sent.

import { readFileSync } from "node:fs";
import {
  FetchingJSONSchemaStore, InputData, JSONSchemaInput, PythonRenderer, PythonTargetLanguage, funPrefixNamer, quicktype,
} from "quicktype-core";

class TypedDicts extends PythonRenderer {
  namerForObjectProperty() {
    return funPrefixNamer("property", (name) => name); // members have the names of the wire
  }

  forbiddenForObjectProperties() {
    return { names: [], includeGlobalForbidden: false };
  }

  declarationLine(type) {
    return ["class ", this.nameForNamedType(type), "(", this.withTyping("TypedDict"), "):"];
  }

  emitClass(type) {
    this.declareType(type, () => {
      this.forEachClassProperty(type, "none", (name, jsonName, property) => {
        const hint = this.pythonType(property.type);
        this.emitLine(name, ": ", property.isOptional ? ["NotRequired[", hint, "]"] : hint);
        this.emitDescription(this.descriptionForClassProperty(type, jsonName));
      });
    });
  }

  emitEnum(type) {
    const values = [...type.cases].map((value) => JSON.stringify(value));
    this.emitLine(this.nameForNamedType(type), " = ", this.withTyping("Literal"), "[", values.join(", "), "]");
    this.declaredTypes.add(type);
  }

  emitImports() {
    this.emitLine("from __future__ import annotations");
    this.ensureBlankLine();
    this.emitLine("from typing import TYPE_CHECKING, ", [...this.imports.get("typing")].sort().join(", "));
    this.ensureBlankLine();
    this.emitLine("if TYPE_CHECKING:");
    this.indent(() => this.emitLine("from typing_extensions import NotRequired  # typing has it from Python 3.11"));
  }
}

class Python extends PythonTargetLanguage {
  get stringTypeMapping() {
    return new Map(); // dates and IDs stay strings
  }

  get supportsOptionalClassProperties() {
    return true;
  }

  makeRenderer(context) {
    return new TypedDicts(this, context, {
      features: { typeHints: true, dataClasses: false, builtinGenerics: true, unionOperators: true },
    });
  }
}

const schemas = new JSONSchemaInput(new FetchingJSONSchemaStore());
await schemas.addSource({
  name: "openapi.json",
  schema: readFileSync(0, "utf8"),
  uris: ["#/components/schemas/"], // all of them
});
const inputData = new InputData();
inputData.addInput(schemas);
const { lines } = await quicktype({
  inputData,
  lang: new Python(),
  leadingComments: ["The types of the API. Generated from /openapi.json by generate/types.mjs; do not edit."],
});
process.stdout.write(lines.map((line) => line.trimEnd()).join("\n") + "\n");
