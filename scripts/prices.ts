// Compares the shipped price table with LiteLLM's file model_prices_and_context_window.json, and prints what differs.
// npm run prices -- <file> [--write "LiteLLM 1.2.3"]: also stores the extract of today
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { differencesFrom } from './prices/differences.ts'
import { exceptions } from './prices/exceptions.ts'
import { extractOf, extractPath, textOf } from './prices/extract.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'string' } } })
const [path] = positionals
if (!path) throw new Error('name the price file')
const day = new Date().toISOString().slice(0, 10)
const extract = extractOf(JSON.parse(readFileSync(path, 'utf8')), values.write ?? '', day)
for (const { model, line, listed, shipped } of differencesFrom(extract)) {
  const reason = exceptions[`${model} ${line}`]
  console.log(`${model} ${line}: $${listed} in the list, $${shipped ?? 'no price'} here${reason ? ` (${reason})` : ''}`)
}
console.log(`${Object.keys(extract.models).length} models compared`)
if (values.write) writeFileSync(extractPath, textOf(extract))
