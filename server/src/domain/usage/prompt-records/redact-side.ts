import type { RecordedSide } from './recorded-call.ts'
import { redactEvents, redactList } from './redact-events.ts'
import { redactText, sizeText, withoutMedia } from './redact-text.ts'

/** Shorter ones would match by chance. */
const secretLengthMin = 4

/** The bytes of a side without the secrets of client and channel; these are cut out with or without redaction. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let result = text
  for (const secret of secrets) if (secret.length >= secretLengthMin) result = result.replaceAll(latin(secret), '[key]')
  return result
}

const latin = (text: string): string => Buffer.from(text).toString('latin1')

const textTypes = /^$|^text\/|^application\/(?:[\w.+-]*json|x-www-form-urlencoded)/i

/** The bytes of a side without private data and media. */
export function redactSide(text: string, { headers, size }: RecordedSide): string {
  const type = headers['content-type'] ?? ''
  const boundary = /^multipart\/[^;]+;.*\bboundary="?([^";\s]{1,70})"?/i.exec(type)?.[1]
  if (boundary) return redactForm(text, boundary)
  const media = /^(audio|image|video)\//i.exec(type)?.[1]
  if (media) return `[${media.toLowerCase()}, ${sizeText(size)}]`
  // Frames of other formats may hold texts in base64, which no pattern finds.
  if (!textTypes.test(type)) return `[data, ${sizeText(size)}]`
  const lean = withoutMedia(text)
  return redactText(/event-stream|ndjson/i.test(type) ? redactEvents(lean) : redactList(lean))
}

/** Every file of a form is replaced; the other fields of the form are texts. */
function redactForm(text: string, boundary: string): string {
  const parts = text.split(`--${boundary}`)
  const redacted = parts.map((part) => {
    const bodyAt = part.indexOf('\r\n\r\n')
    if (bodyAt === -1) return part
    const head = part.slice(0, bodyAt + 4)
    const body = part.slice(bodyAt + 4)
    return /filename/i.test(head)
      ? `${head}[file, ${sizeText(body.length)}]\r\n`
      : head + redactText(withoutMedia(body))
  })
  return redacted.join(`--${boundary}`)
}
