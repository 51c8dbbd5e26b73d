import type { Call } from '../../exchange/call.ts'
import { isObject, type JsonObject } from '../../exchange/json.ts'
import { invalidValue, missingParameter, openaiError } from '../errors.ts'
import { isKeptItem, isSealedFor } from './identity.ts'

const partsAllowed: Record<string, string[]> = {
  user: ['input_text', 'input_image', 'input_file', 'input_audio'],
  system: ['input_text', 'input_image', 'input_file'],
  developer: ['input_text', 'input_image', 'input_file'],
  assistant: ['output_text', 'refusal'],
}

/** Refuses input items that OpenAI would refuse: parts with the wrong role, calls and results without each other. */
export function checkInput({ body, key }: Call): void {
  const { input } = body
  if (input === undefined && body.previous_response_id === undefined) throw missingParameter('input')
  if (input === undefined || typeof input === 'string') return
  if (!Array.isArray(input)) throw invalidValue('input', 'expected a string or an array of items.', 'invalid_type')
  const called = new Set<string>()
  const responded = new Set<string>()
  for (const [index, item] of input.entries()) {
    const at = `input[${index}]`
    if (!isObject(item)) throw invalidValue(at, 'expected an object.', 'invalid_type')
    if (item.type === undefined || item.type === 'message') checkMessage(item, at)
    if (item.type === 'function_call') called.add(readCall(item, at))
    if (item.type === 'function_call_output') responded.add(readOutput(item, at))
    if (isLookedUp(item) && !isKeptItem(String(item.id), key))
      throw openaiError(404, `Item with id '${item.id}' not found.`, { param: 'input' })
    if (
      item.type === 'reasoning' &&
      typeof item.encrypted_content === 'string' &&
      !isSealedFor(item.encrypted_content, key)
    ) {
      throw openaiError(400, `The encrypted content for item ${item.id} could not be verified.`, {
        code: 'invalid_encrypted_content',
      })
    }
  }
  for (const id of called) {
    if (!responded.has(id)) throw openaiError(400, `No tool output found for function call ${id}.`, { param: 'input' })
  }
  for (const id of responded) {
    if (!called.has(id) && body.previous_response_id === undefined) {
      throw openaiError(400, `No tool call found for function call output with call_id ${id}.`, { param: 'input' })
    }
  }
}

/** Items without content are looked up by their id. */
const isLookedUp = ({ type, encrypted_content }: JsonObject): boolean =>
  type === 'item_reference' || (type === 'reasoning' && typeof encrypted_content !== 'string')

function checkMessage(item: JsonObject, at: string): void {
  const allowed = partsAllowed[String(item.role)]
  if (!allowed)
    throw invalidValue(`${at}.role`, `'${item.role}' is not one of ${Object.keys(partsAllowed).join(', ')}.`)
  if (typeof item.content === 'string') return
  if (!Array.isArray(item.content)) throw missingParameter(`${at}.content`)
  for (const [index, part] of item.content.entries()) {
    const type = isObject(part) ? String(part.type) : ''
    if (!allowed.includes(type)) {
      throw invalidValue(`${at}.content[${index}].type`, `'${type}'. Supported values are: ${allowed.join(', ')}.`)
    }
    if (type === 'input_image' && isObject(part) && isObject(part.image_url)) {
      throw invalidValue(
        `${at}.content[${index}].image_url`,
        'expected an image URL, but got an object instead.',
        'invalid_type',
      )
    }
  }
}

function readCall(item: JsonObject, at: string): string {
  for (const name of ['call_id', 'name', 'arguments']) {
    if (typeof item[name] !== 'string') throw missingParameter(`${at}.${name}`)
  }
  return String(item.call_id)
}

function readOutput(item: JsonObject, at: string): string {
  if (typeof item.call_id !== 'string') throw missingParameter(`${at}.call_id`)
  if (typeof item.output !== 'string' && !Array.isArray(item.output)) throw missingParameter(`${at}.output`)
  return item.call_id
}
