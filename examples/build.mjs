#!/usr/bin/env node
// Writes the template.json of every example, the body of POST /api/v1/templates, from the editable files:
// details.json (name, subject, preheader, tags), template.mjml, template.txt, and send.json, whose template_data is the
// sample data. With --check it only fails if one is stale.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const examples = fileURLToPath(new URL('.', import.meta.url));
const check = process.argv.includes('--check');
const stale = [];

for (const entry of readdirSync(examples, { withFileTypes: true })) {
  // template-files is for `postrider templates` (docs/template-files.md), not for the API.
  if (!entry.isDirectory() || entry.name === 'template-files') continue;
  const read = (file) => readFileSync(join(examples, entry.name, file), 'utf8');
  const { name, subject, preheader, tags } = JSON.parse(read('details.json'));
  const { template_data } = JSON.parse(read('send.json'));
  const wanted = `${JSON.stringify({ name, subject, html: read('template.mjml'), text: read('template.txt'), preheader, template_data, tags }, null, 2)}\n`;
  const target = join(examples, entry.name, 'template.json');
  if (wanted === readIfThere(target)) continue;
  stale.push(target);
  if (!check) writeFileSync(target, wanted);
}

for (const target of stale) console.log(`${check ? 'stale' : 'wrote'} ${target}`);
if (check && stale.length > 0) {
  console.error('Run: npm run generate');
  process.exitCode = 1;
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}
