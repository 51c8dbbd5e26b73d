import { noUsage, type Usage } from '../../../domain/money/pricing/usage.ts'
import { isForm } from '../../../light/is-form.ts'
import { createEventReader } from '../../forms/sse.ts'
import { countOf, definedOf, isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse, incompleteResponse, parseEventData } from '../../translate/response/bad-response.ts'
import type { SingleOperation } from '../provider.ts'
import { endpointAt, service } from './address.ts'
import { nativeFailureIn } from './failure.ts'

const voiceDefault = 'Cherry'
/** Voice names of OpenAI's speech clients. This upstream has none of them; its own voice names begin with a capital. */
const isForeignVoice = (voice: string): boolean => /^[a-z]/.test(voice)

/** Audio samples, 16 bits at 24 kHz. */
type Spoken = { samples: Buffer; usage: unknown }

const isSpoken = (body: unknown): body is Spoken => isObject(body) && Buffer.isBuffer(body.samples)

/**
 * Speech is always requested as a stream, because only a stream holds the audio itself: a whole response has its URL.
 */
export const speech: SingleOperation = {
  request(request, target) {
    const { input, voice, language_type, instructions } = isForm(request) ? {} : request
    const named = textOf(voice)
    const { url, headers } = endpointAt(target, service('aigc/multimodal-generation/generation'))
    return {
      method: 'POST',
      url,
      headers: { ...headers, 'x-dashscope-sse': 'enable' },
      body: {
        model: target.model,
        input: definedOf({
          text: input,
          voice: named === undefined || isForeignVoice(named) ? voiceDefault : named,
          language_type,
          instructions,
        }),
      },
    }
  },
  fromBytes(bytes): Spoken {
    const reader = createEventReader()
    const pieces: Buffer[] = []
    let usage: unknown
    let isComplete = false
    for (const { data } of [...reader.push(bytes), ...reader.end()]) {
      const event = objectOf(parseEventData(data))
      const failure = nativeFailureIn(event)
      if (failure) throw failure
      const output = objectOf(event?.output)
      pieces.push(Buffer.from(textOf(objectOf(output?.audio)?.data) ?? '', 'base64'))
      usage = event?.usage ?? usage
      isComplete ||= output?.finish_reason === 'stop'
    }
    if (!isComplete) throw incompleteResponse()
    return { samples: Buffer.concat(pieces), usage }
  },
  sound(body, request) {
    if (!isSpoken(body) || body.samples.length === 0) throw badResponse('the provider sent no audio')
    if (request.response_format === 'pcm') return { mime: 'audio/pcm', bytes: body.samples }
    return { mime: 'audio/wav', bytes: wavOf(body.samples, 24_000) }
  },
  usage(body): Usage | undefined {
    const counts = objectOf(objectOf(body)?.usage)
    const audio_output = countOf(counts?.output_tokens)
    return audio_output === 0 ? undefined : { ...noUsage, input: countOf(counts?.input_tokens), audio_output }
  },
}

const headerBytes = 44

/** Samples of one channel, 16 bits each, as a WAV file. */
function wavOf(samples: Buffer, samplesPerSecond: number): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.write('RIFF', 0)
  header.writeUInt32LE(headerBytes - 8 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16) // length of the format
  header.writeUInt16LE(1, 20) // samples that are not compressed
  header.writeUInt16LE(1, 22) // channels
  header.writeUInt32LE(samplesPerSecond, 24)
  header.writeUInt32LE(samplesPerSecond * 2, 28) // bytes per second
  header.writeUInt16LE(2, 32) // bytes per sample
  header.writeUInt16LE(16, 34) // bits per sample
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}
