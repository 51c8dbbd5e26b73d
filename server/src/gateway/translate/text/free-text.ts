import { parseArguments } from '../tools/tool-arguments.ts'

/**
 * A tool may take free text instead of an object. In the gateway's form every call is a function call, so the text is
 * its one argument, `input`; only OpenAI and its clients get free text back.
 */
export const argumentsOfText = (input: unknown): string =>
  JSON.stringify({ input: typeof input === 'string' ? input : '' })

export function textOfArguments(text: string): string {
  const { input } = parseArguments(text)
  return typeof input === 'string' ? input : text
}
