import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../forms/chat.ts'
import { mapObjectIds, objectIdsIn } from './stored-objects.ts'

const pathsIn = (body: JsonObject) => objectIdsIn(body).map(({ path }) => path)
const content = (part: object) => ({ messages: [{ role: 'user', content: [part] }] })

test('ids of objects that an account keeps are found in every dialect', () => {
  const named: [body: JsonObject, path: string][] = [
    [{ conversation: 'conv_1' }, 'conversation'],
    [{ conversation: { id: 'conv_1' } }, 'conversation.id'],
    [{ prompt: { id: 'pmpt_1', version: '2' } }, 'prompt.id'],
    [{ input: [{ type: 'item_reference', id: 'msg_1' }] }, 'input[0].id'],
    [{ input: [{ id: 'msg_1' }] }, 'input[0].id'],
    [{ input: [{ type: 'image_generation_call', id: 'ig_1' }] }, 'input[0].id'],
    [
      { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'file-1' }] }] },
      'input[0].content[0].file_id',
    ],
    [{ input: [{ type: 'function_call_output', output: [{ file_id: 'file-1' }] }] }, 'input[0].output[0].file_id'],
    [{ input: [{ type: 'mcp_approval_response', approval_request_id: 'mcpr_1' }] }, 'input[0].approval_request_id'],
    [{ tools: [{ type: 'file_search', vector_store_ids: ['vs_1'] }] }, 'tools[0].vector_store_ids[0]'],
    [{ tools: [{ type: 'code_interpreter', container: 'cntr_1' }] }, 'tools[0].container'],
    [
      { tools: [{ type: 'code_interpreter', container: { type: 'auto', file_ids: ['file-1'] } }] },
      'tools[0].container.file_ids[0]',
    ],
    [{ tools: [{ type: 'mcp', connector_id: 'connector_gmail' }] }, 'tools[0].connector_id'],
    [
      { tools: [{ type: 'image_generation', input_image_mask: { file_id: 'f' } }] },
      'tools[0].input_image_mask.file_id',
    ],
    [content({ type: 'file', file: { file_id: 'file-1' } }), 'messages[0].content[0].file.file_id'],
    [{ messages: [{ role: 'assistant', audio: { id: 'audio_1' } }] }, 'messages[0].audio.id'],
    [{ voice: { id: 'voice_1' } }, 'voice.id'],
    [content({ type: 'document', source: { type: 'file', file_id: 'f' } }), 'messages[0].content[0].source.file_id'],
    [{ container: 'container_1' }, 'container'],
    [{ input: [{ content: [{ type: 'input_file', fileId: 'file-1' }] }] }, 'input[0].content[0].fileId'],
    [{ tools: [{ type: 'file_search', Vector_Store_IDs: ['vs_1'] }] }, 'tools[0].Vector_Store_IDs[0]'],
    [{ container: { id: 'container_1', skills: [] } }, 'container.id'],
    [{ container: { skills: [{ type: 'custom', skill_id: 'skill_1' }] } }, 'container.skills[0].skill_id'],
    [{ cachedContent: 'cachedContents/1' }, 'cachedContent'],
    [{ extra_body: { google: { cached_content: 'cachedContents/1' } } }, 'extra_body.google.cached_content'],
    [{ extra_body: { conversation: 'conv_1' } }, 'extra_body.conversation'],
    [{ tools: [{ fileSearch: { fileSearchStoreNames: ['s/1'] } }] }, 'tools[0].fileSearch.fileSearchStoreNames[0]'],
    [{ contents: [{ parts: [{ fileData: { fileUri: 'files/abc' } }] }] }, 'contents[0].parts[0].fileData.fileUri'],
    [
      { contents: [{ parts: [{ file_data: { file_uri: 'gs://b/a.png' } }] }] },
      'contents[0].parts[0].file_data.file_uri',
    ],
    [
      content({ image_url: { url: 'https://generativelanguage.googleapis.com/v1beta/files/abc' } }),
      'messages[0].content[0].image_url.url',
    ],
    [content({ video_url: { url: 'ms://file-1' } }), 'messages[0].content[0].video_url.url'],
    [{ messages: [{ role: 'system', content: 'fileid://file-fe-1' }] }, 'messages[0].content'],
    [
      { tools: [{ retrieval: { vertexRagStore: { ragResources: [{ ragCorpus: 'projects/p/x' }] } } }] },
      'tools[0].retrieval.vertexRagStore.ragResources[0].ragCorpus',
    ],
    [{ images: [{ file_id: 'file-1' }], mask: { image_url: 'https://x.example/a.png' } }, 'images[0].file_id'],
  ]
  for (const [body, path] of named) assert.deepEqual(pathsIn(body), [path], JSON.stringify(body))
})

test('public addresses, the client’s own data and settings without an id are none', () => {
  const id = { file_id: 'x', container: 'y', audio: { id: 'z' } }
  for (const body of [
    { prompt: 'a prompt', voice: 'alloy', audio: { voice: 'alloy', format: 'pcm16' }, metadata: id },
    { tools: [{ type: 'function', function: { name: 'f', parameters: { properties: id, examples: [id] } } }] },
    {
      tools: [
        { name: 'f', input_schema: { examples: [id] }, input_examples: [id] },
        { type: 'code_interpreter', container: { type: 'auto' } },
      ],
    },
    { tools: [{ type: 'mcp', connector_id: 'connector_gmail', authorization: 'ya29' }] },
    { container: { skills: [{ type: 'anthropic', skill_id: 'pdf' }] } },
    content({ type: 'tool_use', id: 'toolu_1', input: id }),
    { contents: [{ parts: [{ functionCall: { args: id } }, { functionResponse: { response: id } }] }] },
    { contents: [{ parts: [{ function_call: { args: id } }, { function_response: { response: id } }] }] },
    { contents: [{ parts: [{ fileData: { fileUri: 'https://youtu.be/x' } }] }] },
    content({ image_url: { url: 'https://x.example/files/a.png' } }),
    {
      messages: [
        { role: 'user', content: 's3://bucket/key' },
        { role: 'user', content: [{ text: 'ms://x' }] },
      ],
    },
    content({ image_url: 'data:image/png;base64,AAAA' }),
    { messages: [{ role: 'user', content: 'What is gs:// and ftp://x.example in this text?' }] },
    {
      input: [
        { type: 'message', id: 'msg_1', role: 'assistant', content: [] },
        { role: 'user', content: 'x' },
      ],
    },
    { input: [{ type: 'image_generation_call', id: 'ig_1', result: 'iVBO' }] },
  ])
    assert.deepEqual(pathsIn(body), [], JSON.stringify(body))
})

test('only what holds an id is written anew', () => {
  const body = {
    input: [
      { role: 'user', content: 'x' },
      { type: 'item_reference', id: 'msg_1' },
    ],
    tools: [{ a: 1 }],
  }
  const mapped = mapObjectIds(body, ({ id }) => id.toUpperCase())
  assert.deepEqual(mapped.input, [
    { role: 'user', content: 'x' },
    { type: 'item_reference', id: 'MSG_1' },
  ])
  assert.equal(mapped.tools, body.tools)
  assert.equal((mapped.input as unknown[])[0], body.input[0])
  assert.equal(
    mapObjectIds(body, ({ id }) => id),
    body,
  )
})
