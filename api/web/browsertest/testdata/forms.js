// Fills in the form at random, several times. Returns for each try the document
// that the form would send and the names of the inputs with an error: {document,
// faulty}. Most tries are nearly valid: if most values are wrong, the rules that
// compare values do not apply.
(async (seed, count) => {
  const { inputs, documentOf } = await import('/static/any/app/form.js');
  const { Entry } = await import('/static/any/app/entry.js');
  const entry = new Entry();
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  const pick = (list) => list[Math.floor(random() * list.length)];

  const likely = {
    K1_axis: ['10'], K2_axis: ['100', '95', '105', '98', '95', '102', '94'], K1_magnitude: ['43', '43,1'], K2_magnitude: ['43.1', '44', '45,25'],
    PK1_magnitude: ['-5.5', '5,5'], PK2_magnitude: ['5.5', '6', '-5.9'],
  };
  const wild = {
    axis: ['0', '5', '10', '85', '90', '95', '96', '180', '45', '90,0', '90.5', ''],
    magnitude: ['43', '43.0', '44,1', '42', '5.5', '-6', ''],
  };

  function number({ name, min, max, kind }, calm) {
    const usual = likely[name] ?? likely[name.replace(/^[PT]K/, 'K')];
    if (calm && usual) return pick(usual);
    const odd = wild[name.split('_')[1]];
    if (odd && random() < 0.8) return pick(odd);
    if (!calm && random() < 0.2) return pick([String(max + 0.5), String(min - 1), String(min), String(max)]);
    const value = min + random() * (max - min);
    return kind === 'integer' ? String(Math.round(value)) : value.toFixed(3).replace('.', pick(['.', ',']));
  }

  function valueOf({ name, field }, calm) {
    const required = name.startsWith('biometer.');
    const paired = name.includes('K1_') || name.includes('K2_');
    if (!required && random() < (calm ? 0.05 : 0.4) && !(calm && paired && random() < 0.9)) return '';
    if (field.kind === 'enum') return pick([...field.values]);
    if (field.kind === 'date') return pick(['2020-02-29', '1950-01-01']);
    return field.kind === 'text' ? 'Ab Cd' : number(field, calm);
  }

  const tries = [];
  for (let i = 0; i < count; i++) {
    const calm = i % 3 > 0;
    const posterior = random() < 0.5;
    entry.load();
    for (const input of inputs.values()) {
      if (posterior || !input.name.startsWith('posterior.')) entry.type(input.name, valueOf(input, calm));
    }
    if (calm && posterior) entry.type('posterior.pk_device_name', 'IOLMaster700');
    if (random() < 0.03) entry.type('biometer.manufacturer', '');
    entry.markSaveTried();
    const faulty = [...entry.findings()].filter(([, { level }]) => level === 'error').map(([name]) => name);
    tries.push({ document: JSON.stringify(documentOf(entry.all(), {})), faulty });
  }
  return tries;
})
