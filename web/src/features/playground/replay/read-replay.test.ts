import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readReplay } from './read-replay.ts'

const said = (body: unknown) => {
  const replay = readReplay(body, 0)
  return replay && [...replay.earlier.map(({ role, content }) => `${role}: ${content}`), `draft: ${replay.text}`]
}

test('the last message of the user is typed again, and what was said before is shown', () => {
  const messages = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'One' },
    { role: 'assistant', content: 'Two' },
    { role: 'tool', tool_call_id: 'x', content: 'a result' },
    { role: 'user', content: [{ type: 'text', text: 'Three' }] },
  ]
  const body = { model: 'gpt-4o', messages, temperature: 0.2, max_completion_tokens: 50, top_p: 9 }
  assert.deepEqual(said(body), ['user: One', 'assistant: Two', 'draft: Three'])
  const settings = readReplay(body, 0)?.settings
  const { model, system, temperature, max_tokens, top_p, seed } = settings ?? {}
  assert.deepEqual([model, system, temperature, max_tokens], ['gpt-4o', 'Be brief.', 0.2, 50])
  assert.deepEqual([top_p, seed], [null, null], 'what does not fit, or was not said, is left to the model')
})

test('requests of other formats are read as well, with their pictures', () => {
  const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' }
  const anthropic = {
    model: 'claude',
    system: [{ type: 'text', text: 'Be kind.' }],
    messages: [
      {
        role: 'user',
        content: [
          { type: 'image', source },
          { type: 'text', text: 'What is it?' },
        ],
      },
    ],
  }
  const replay = readReplay(anthropic, 0)
  assert.deepEqual([replay?.settings.system, replay?.text], ['Be kind.', 'What is it?'])
  assert.deepEqual(replay?.files, [{ name: 'image', type: 'image/png', data: 'data:image/png;base64,AAAA' }])
  assert.deepEqual(said({ model: 'o', input: 'Hello', instructions: 'x' }), ['draft: Hello'])
})

test('what is no request with messages is refused', () => {
  for (const body of [undefined, null, 'text', [], {}, { model: 'x', messages: [] }, { prompt: 'x' }])
    assert.equal(readReplay(body, 0), undefined)
})
