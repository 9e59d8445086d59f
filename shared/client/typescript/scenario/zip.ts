/** Returns the sorted names of the files in a ZIP archive, from its central directory. */
export async function names(archive: Blob): Promise<string[]> {
  const bytes = Buffer.from(await archive.arrayBuffer());
  const end = bytes.lastIndexOf("PK\x05\x06");
  const found: string[] = [];
  for (let entry = bytes.readUInt32LE(end + 16); bytes.toString("latin1", entry, entry + 4) === "PK\x01\x02"; ) {
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(entry + field)) as [number, number, number];
    found.push(bytes.toString("utf8", entry + 46, entry + 46 + name));
    entry += 46 + name + extra + comment;
  }
  return found.sort();
}
