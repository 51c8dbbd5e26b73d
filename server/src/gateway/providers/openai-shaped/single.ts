import type { Usage } from '../../../domain/money/pricing/usage.ts'
import { isForm } from '../../../light/is-form.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { objectOf } from '../../translate/json/json-values.ts'
import { isReservedField, secondBodies, withoutReserved } from '../../translate/json/reserved-fields.ts'
import { isTierField } from '../../translate/json/service-tiers.ts'
import { usageOfOpenAi } from '../../translate/response/openai-usage.ts'
import type { SingleKind, SingleOperation, Target } from '../provider.ts'

export type Endpoint = { url: string; headers: Record<string, string> }
/** Gives the URL and the credential headers for a path. */
export type EndpointOf<Of = Omit<Target, 'model'>> = (target: Of, path: string) => Endpoint

/** OpenAI's path for each kind of single request. */
export const singlePaths = {
  completions: '/v1/completions',
  embeddings: '/v1/embeddings',
  images: '/v1/images/generations',
  image_edits: '/v1/images/edits',
  speech: '/v1/audio/speech',
  transcriptions: '/v1/audio/transcriptions',
  translations: '/v1/audio/translations',
  moderations: '/v1/moderations',
  rerank: '/v1/rerank',
} as const satisfies Record<SingleKind, string>

/** How one kind of single request differs from OpenAI's own. */
export type SingleQuirks = Pick<SingleOperation, 'response' | 'usage' | 'linksPictures'> & {
  /** Fields that are never sent. */
  droppedFields?: readonly string[]
  /** Changes that no field name can express: modifies the body in place. */
  adjust?(body: JsonObject): void
}

/**
 * A request that passes unchanged except for the model's name. The response has OpenAI's format, so its bytes pass too.
 */
export function singleOperation(
  kind: SingleKind,
  endpointOf: (target: Target) => Endpoint,
  requestsUsage: (target: Target) => boolean = () => true,
  { droppedFields = [], adjust, ...response }: SingleQuirks = {},
): SingleOperation {
  return {
    request(request, target) {
      const body = singleBody(kind, request, target, requestsUsage(target))
      if (!isForm(body)) {
        adjust?.(body)
        for (const name of droppedFields) delete body[name]
      }
      return { method: 'POST', ...endpointOf(target), body }
    },
    usage: (body) => singleUsage(kind, body),
    ...((kind === 'transcriptions' || kind === 'translations') && { seconds: heardSeconds }),
    ...response,
  }
}

/** One operation for each kind the upstream supports. */
export function singleOperations(
  kinds: readonly SingleKind[],
  endpointOf: EndpointOf,
  quirks: Partial<Record<SingleKind, SingleQuirks>> = {},
): Partial<Record<SingleKind, SingleOperation>> {
  return Object.fromEntries(
    kinds.map((kind) => [
      kind,
      singleOperation(kind, (target) => endpointOf(target, singlePaths[kind]), undefined, quirks[kind]),
    ]),
  )
}

function singleBody(
  kind: SingleKind,
  request: JsonObject | FormData,
  target: Target,
  requestsUsage: boolean,
): JsonObject | FormData {
  if (isForm(request)) return plainForm(request, target)
  // For speech, `speed` is the speed of the voice, not a price tier.
  const untiered = Object.fromEntries(Object.entries(request).filter(([name, value]) => !isTierField(name, value)))
  const body = withoutReserved(untiered, target.setting, kind === 'speech' ? ['speed'] : [])
  body.model = target.model
  delete body.stream_options
  if (kind === 'completions' && body.stream === true && requestsUsage) body.stream_options = { include_usage: true }
  return body
}

/** Copies a form in the client's order, its files and their names unchanged. */
function plainForm(form: FormData, target: Target): FormData {
  const copy = new FormData()
  for (const [name, value] of form) {
    if (typeof value !== 'string') copy.append(name, value, value.name)
    else if (isTierField(name, value)) continue
    else if (name !== 'model' && !secondBodies.includes(name) && !isReservedField(name, target.setting))
      copy.append(name, value)
    else if (name === 'model' && !copy.has('model')) copy.append(name, target.model)
  }
  if (!copy.has('model')) copy.append('model', target.model)
  return copy
}

/** Models priced by the minute report seconds; the longer formats have a duration besides, some servers as text. */
function heardSeconds(body: unknown): number | undefined {
  const response = objectOf(body)
  const usage = objectOf(response?.usage)
  const said = [usage?.seconds, usage?.prompt_audio_seconds, response?.duration].map((each) =>
    typeof each === 'string' && each !== '' ? Number(each) : each,
  )
  const seconds = said.filter((each): each is number => typeof each === 'number' && each > 0)
  return seconds.length > 0 ? Math.max(...seconds) : undefined
}

/** An image's tokens are counted as output; newer models report which of them are text. */
function singleUsage(kind: SingleKind, body: unknown): Usage | undefined {
  const counts = objectOf(objectOf(body)?.usage)
  const usage = usageOfOpenAi(counts)
  const isImage = kind === 'images' || kind === 'image_edits'
  if (!usage || !isImage || objectOf(counts?.output_tokens_details)) return usage
  return { ...usage, output: 0, image_output: usage.output }
}
