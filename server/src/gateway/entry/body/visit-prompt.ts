import type { JsonObject } from '../../forms/chat.ts'

/** Where prompts live in the bodies of all our dialects. */
const promptFields: ReadonlySet<string> = new Set([
  'messages',
  'prompt',
  'suffix',
  'input',
  'instructions',
  'system',
  'contents',
  'content',
  'systemInstruction',
  'system_instruction',
  'query',
  'documents',
  'requests',
  'tools',
  'functions',
])
/** Members that hold addresses or encoded bytes, never text. */
const opaqueFields = new Set([
  'data',
  'file_data',
  'b64_json',
  'url',
  'signature',
  'encrypted_content',
  'thoughtSignature',
])
/** Some documents are plain text, not encoded bytes. */
const isText = ({ type, media_type, mimeType, mime_type }: JsonObject) =>
  type === 'text' || [media_type, mimeType, mime_type].some((mime) => typeof mime === 'string' && /^text\//i.test(mime))
const depthMax = 64

/** Visits every piece of text a model would read. Encoded media is announced, not read. */
export function visitPrompt(body: JsonObject, visit: { text(text: string): void; media(): void }): void {
  const walk = (value: unknown, depth: number): void => {
    if (typeof value === 'string') visit.text(value)
    else if (Array.isArray(value)) for (const item of value) walk(item, depth + 1)
    else if (typeof value === 'object' && value !== null && depth < depthMax)
      for (const name in value) {
        const inner = (value as JsonObject)[name]
        if (opaqueFields.has(name) && typeof inner === 'string' && !isText(value as JsonObject)) visit.media()
        else walk(inner, depth + 1)
      }
  }
  for (const name of Object.keys(body)) if (promptFields.has(name)) walk(body[name], 0)
}
