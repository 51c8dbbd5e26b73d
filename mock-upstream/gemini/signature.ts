import { markOf } from '../exchange/call.ts'
import { type JsonObject, textOf } from '../exchange/json.ts'

const bypasses = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go']

/** Bound to the key and the call, as Google's is bound to the project and the thought. */
export const signatureOf = (key: string, name: string, args: unknown): string =>
  Buffer.from(`${markOf(key)}.${markOf(name + JSON.stringify(args ?? {}))}`).toString('base64')

export const isSignature = (signature: string, key: string, call: JsonObject): boolean =>
  bypasses.includes(signature) || signature === signatureOf(key, textOf(call.name), call.args)
