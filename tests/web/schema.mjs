// schema.mjs - holds JSON files against a schema with ajv, which is not ours.
// usage: node schema.mjs SCHEMA FILE...             each file is valid; a line for each that is not
//        node schema.mjs --damage SCHEMA FILE...    and each file, damaged in one place, is refused
//        node schema.mjs --closed SCHEMA FILE...    and no object may have another member, nor any member another type
//        node schema.mjs --closed SCHEMA FILE... -- SCHEMA FILE... [-- ...]      the same of several schemas, a line for each
//        node schema.mjs --refused SCHEMA FILE... [-- ...]  each file is refused
//        node schema.mjs --complete SCHEMA FILE...  and the files together use each member that the schema names
import Ajv2020 from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';

const words = process.argv.slice(2);
const mode = words[0].startsWith('--') ? words.shift() : '';
const read = (name) => JSON.parse(readFileSync(name, 'utf8'));
let schema, valid, wrong;
const tell = (...text) => {
  wrong += 1;
  if (wrong <= 20) console.log(...text);
};

// "files/[]/facts/[]/key" of each member that the schema names, or that a value has
const resolve = (node) => (node.$ref ? schema.$defs[node.$ref.split('/').pop()] : node);
const named = (node, path, out) => {
  const at = resolve(node);
  for (const [name, inner] of Object.entries(at.properties ?? {})) {
    out.add(`${path}${name}`);
    named(inner, `${path}${name}/`, out);
  }
  if (at.items) named(at.items, `${path}[]/`, out);
  for (const one of at.anyOf ?? []) if (one.$ref) named(one, path, out);
  return out;
};
const held = (value, path, out) => {
  if (Array.isArray(value)) for (const inner of value) held(inner, `${path}[]/`, out);
  else if (value && typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) {
      out.add(`${path}${name}`);
      held(inner, `${path}${name}/`, out);
    }
  }
  return out;
};

// one change a place: [what, undo]
function* damages(value, node, path) {
  const at = resolve(node);
  if (Array.isArray(value)) {
    if (value.length > 0) yield* damages(value[0], at.items, `${path}/0`);
    return;
  }
  if (!value || typeof value !== 'object') return;
  value.no_such_member = 1;
  yield `${path}/no_such_member`;
  delete value.no_such_member;
  for (const name of Object.keys(value)) {
    const was = value[name];
    for (const other of [null, 7.5, ['x'], { x: 1 }]) {
      value[name] = other;
      yield `${path}/${name} = ${JSON.stringify(other)}`;
    }
    delete value[name];
    if (at.required.includes(name)) yield `${path} without ${name}`;
    value[name] = was;
    if (at.properties[name].enum) {
      value[name] = 'no such word';
      yield `${path}/${name} = no such word`;
      value[name] = was;
    }
    yield* damages(was, at.properties[name], `${path}/${name}`);
  }
}

// every object and member once a path: [what, undo] as above
function* openings(value, path, met) {
  if (Array.isArray(value)) for (const inner of value) yield* openings(inner, `${path}[]/`, met);
  if (!value || typeof value !== 'object' || Array.isArray(value)) return;
  if (!met.has(path)) {
    met.add(path);
    value.no_such_member = 'x';
    yield `${path}no_such_member`;
    delete value.no_such_member;
  }
  for (const name of Object.keys(value)) {
    const was = value[name];
    if (!met.has(`${path}${name}`)) {
      met.add(`${path}${name}`);
      value[name] = { no_such_member: 'x' };
      yield `${path}${name} = {}`;
      value[name] = was;
    }
    yield* openings(was, `${path}${name}/`, met);
  }
}

function ask([schemaFile, ...files]) {
  schema = read(schemaFile);
  valid = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: false }).compile(schema);
  wrong = 0;
  const seen = new Set();
  const met = new Set();
  let damaged = 0;
  for (const name of files) {
    const value = read(name);
    if (mode === '--refused') {
      if (valid(value)) tell('accepted:', name);
      continue;
    }
    if (!valid(value)) tell(name, ajv.errorsText(valid.errors));
    for (const one of Array.isArray(value) ? value : [value]) held(one, '', seen);
    if (mode === '--closed') {
      for (const what of openings(value, '', met)) {
        damaged += 1;
        if (valid(value)) tell('accepted:', name, what);
      }
    }
    if (mode !== '--damage') continue;
    for (const what of damages(value, schema.$defs.bundle, name)) {
      damaged += 1;
      if (valid(value)) tell('accepted:', what);
    }
  }
  if (mode === '--complete') for (const one of named(schema, '', new Set())) if (!seen.has(one)) tell('in no output:', one);
  if (mode === '--damage' && damaged < 50) tell('too few damages:', damaged);
  if (files.length === 0) tell('no files of', schemaFile);
  console.log(`${schemaFile}: ${files.length} files, ${damaged} damages, ${wrong} wrong`);
  return wrong === 0;
}

const ajv = new Ajv2020();
const groups = [[]];
for (const word of words) word === '--' ? groups.push([]) : groups.at(-1).push(word);
const good = groups.map(ask);
process.exit(good.every((one) => one) ? 0 : 1);
