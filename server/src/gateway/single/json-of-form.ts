import type { JsonObject } from '../forms/chat.ts'

/** A form as JSON: files as data URLs, and fields that were given several times as lists. */
export async function jsonOfForm(form: FormData): Promise<JsonObject> {
  const body: JsonObject = {}
  for (const name of new Set(form.keys())) {
    const values = await Promise.all(form.getAll(name).map(textOfField))
    body[name] = values.length === 1 ? values[0] : values
  }
  return body
}

async function textOfField(value: string | File): Promise<string> {
  if (typeof value === 'string') return value
  const data = Buffer.from(await value.arrayBuffer()).toString('base64')
  return `data:${value.type || 'application/octet-stream'};base64,${data}`
}
