import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CodeLanguage, highlight, type PieceKind } from './highlight.ts'

const pieces = (code: string, language: CodeLanguage, kind: PieceKind) =>
  highlight(code, language).flatMap((piece) => (piece.kind === kind ? [piece.text] : []))

test('the pieces joined are the code', () => {
  const code = 'print(f["a"][0] or "x", end="")  # done\n'
  const joined = highlight(code, 'python')
    .map((piece) => piece.text)
    .join('')
  assert.equal(joined, code)
})

test('python: keywords, calls, strings, numbers and comments are told apart', () => {
  const code = 'from openai import OpenAI\nprint(chunk.choices[0].text or "from", end="")  # or "that"'
  assert.deepEqual(pieces(code, 'python', 'keyword'), ['from', 'import', 'or'])
  assert.deepEqual(pieces(code, 'python', 'call'), ['print'])
  assert.deepEqual(pieces(code, 'python', 'string'), ['"from"', '""'])
  assert.deepEqual(pieces(code, 'python', 'number'), ['0'])
  assert.deepEqual(pieces(code, 'python', 'comment'), ['# or "that"'])
})

test('javascript: the slashes of an address do not begin a comment', () => {
  const code = "baseURL: 'https://api.example/v1', // one line"
  assert.deepEqual(pieces(code, 'javascript', 'string'), ["'https://api.example/v1'"])
  assert.deepEqual(pieces(code, 'javascript', 'comment'), ['// one line'])
})

test('shell: options are tinted, hyphens inside words are not', () => {
  const code = 'curl https://api.example/x-y \\\n  -H "a-b: c" \\\n  --no-buffer \\\n  -d \'{"a": 1}\''
  assert.deepEqual(pieces(code, 'shell', 'keyword'), ['curl', '-H', '--no-buffer', '-d'])
  assert.deepEqual(pieces(code, 'shell', 'string'), ['"a-b: c"', '\'{"a": 1}\''])
})

test('files and PowerShell: tables, values and variables are told apart', () => {
  const toml = '# note\nmodel = "a # b"\n[model_providers.x]\nretries = 4'
  assert.deepEqual(pieces(toml, 'toml', 'keyword'), ['[model_providers.x]'])
  assert.deepEqual(pieces(toml, 'toml', 'string'), ['"a # b"'])
  assert.deepEqual(pieces(toml, 'toml', 'comment'), ['# note'])
  assert.deepEqual(pieces('{ "a": [1, true] }', 'json', 'keyword'), ['true'])
  assert.deepEqual(pieces("$env:KEY = 'x'", 'powershell', 'keyword'), ['$env:KEY'])
})
