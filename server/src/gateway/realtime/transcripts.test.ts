import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../../../test/harness/eventually.ts'
import { model, price, type Talker, talk, useRealtime, userText } from '../../../test/harness/realtime-harness.ts'

const transcriptDone = 'conversation.item.input_audio_transcription.completed'
const sixSeconds = Buffer.alloc(6 * 48_000).toString('base64')

/** A session with text output and transcribed input audio. */
async function requestTranscripts({ send, until }: Talker, transcriber: string) {
  await until('session.created')
  const audio = { input: { transcription: { model: transcriber } } }
  send({ type: 'session.update', session: { output_modalities: ['text'], audio } })
  await until('session.updated')
}

async function sendAudio({ send, until }: Talker) {
  send({ type: 'input_audio_buffer.append', audio: sixSeconds })
  send({ type: 'input_audio_buffer.commit' })
  return (await until(transcriptDone)).at(-1)
}

describe('what is written down in a realtime session', () => {
  const given = useRealtime()
  const { rowOf, charged } = given

  test('is charged with the responses, once, at the price of who wrote it, and the row says how', async () => {
    const { relay } = given
    const { key, user_id } = await relay.key()
    const talker = talk(relay.url, model, { key })
    await requestTranscripts(talker, 'gpt-4o-transcribe')
    const { usage } = await sendAudio(talker)
    assert.deepEqual([usage.input_token_details.audio_tokens, usage.output_tokens], [60, 4])
    await sendAudio(talker)
    talker.send(userText('hello there'))
    talker.send({ type: 'response.create' })
    const response = (await talker.until('response.done')).at(-1).response.usage
    talker.socket.close()

    const { text_tokens, audio_tokens } = response.input_token_details
    const responses = text_tokens * price.input + audio_tokens * price.heard + response.output_tokens * price.output
    const transcripts = 190 // (120 audio + 8 text × 4) × 1.25
    const row = await charged(user_id, responses + transcripts)
    assert.deepEqual([row.prompt_tokens, row.completion_tokens], [response.input_tokens, response.output_tokens])
    assert.deepEqual(row.other.transcriptions, [
      {
        model: 'gpt-4o-transcribe',
        count: 2,
        quota: transcripts,
        prompt_tokens: 120,
        completion_tokens: 8,
        model_ratio: 1.25,
        completion_ratio: 4,
        model_price: -1,
        group_ratio: 1,
        input_tokens_total: 120,
        audio: true,
        audio_input: 120,
        audio_output: 0,
        text_input: 0,
        text_output: 8,
        audio_ratio: 1,
        audio_completion_ratio: 4,
      },
    ])
    assert.equal(row.other.admin_info.local_count_tokens, undefined)
  })

  test('costs what its sound costs where the upstream does not say', async () => {
    const { relay } = given
    const { key, user_id } = await relay.key()
    relay.mock.faults.add({ times: 1, fault: { kind: 'usage', how: 'missing' } })
    const talker = talk(relay.url, model, { key })
    await requestTranscripts(talker, 'gpt-4o-transcribe')
    assert.equal((await sendAudio(talker)).usage, undefined)
    talker.socket.close()
    const { other } = await charged(user_id, 125) // six seconds are a hundred tokens; × 1.25
    assert.equal(other.transcriptions[0].prompt_tokens, 100)
    assert.equal(other.admin_info.local_count_tokens, true)
  })

  test('costs something in a session that is free, and sets money aside for it', async () => {
    const { relay } = given
    const { key, user_id } = await relay.key()
    const talker = talk(relay.url, 'gift', { key })
    await requestTranscripts(talker, 'whisper-1')
    assert.equal((await relay.balance(user_id)).held, 0)
    await sendAudio(talker)
    await eventually('a hold', async () => (await relay.balance(user_id)).held === 600)
    talker.socket.close()
    await charged(user_id, 300) // a hundred tokens × 3
  })

  test('ends a session whose money is used up by it', async () => {
    const { relay } = given
    const { key, user_id } = await relay.key({ quota: 500 })
    const talker = talk(relay.url, 'gift', { key })
    await requestTranscripts(talker, 'whisper-1')
    await sendAudio(talker)
    assert.equal((await talker.until('error')).at(-1).error.code, 'insufficient_user_quota')
    assert.equal(await talker.closed, 1008)
    assert.equal((await rowOf(user_id)).quota, 300)
  })
})
