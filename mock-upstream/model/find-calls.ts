import { isObject, type JsonObject } from '../exchange/json.ts'
import { sampleOf } from './sample-json.ts'

export type Tool = { name: string; schema?: unknown }
export type ToolCall = { name: string; arguments: JsonObject }

/** Every `call <tool> with {json}` in the text. Without a document the arguments are empty. */
export function findCalls(prompt: string, tools: Tool[]): ToolCall[] {
  const calls: ToolCall[] = []
  for (const match of prompt.matchAll(/\bcall ([\w.:-]+)( with )?/g)) {
    const name = tools.find((tool) => tool.name === match[1])?.name
    if (name === undefined) continue
    const start = match.index + match[0].length
    calls.push({ name, arguments: match[2] === undefined ? {} : readObject(prompt, start) })
  }
  return calls
}

/** A call of a tool that the prompt does not name, with arguments that its schema allows. */
export function callOf(tool: Tool, prompt: string): ToolCall {
  const sample = sampleOf(tool.schema, prompt)
  return { name: tool.name, arguments: isObject(sample) ? sample : {} }
}

/** The JSON object that begins at `start`. The text after it may contain braces, so the shortest parse wins. */
function readObject(text: string, start: number): JsonObject {
  if (text[start] !== '{') return {}
  for (let end = text.indexOf('}', start); end !== -1; end = text.indexOf('}', end + 1)) {
    try {
      const value: unknown = JSON.parse(text.slice(start, end + 1))
      return isObject(value) ? value : {}
    } catch {
      // Not the closing brace of the outer object yet.
    }
  }
  return {}
}
