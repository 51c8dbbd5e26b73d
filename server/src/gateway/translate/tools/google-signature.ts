import type { JsonObject } from '../../forms/chat.ts'
import { objectOf, textOf } from '../json/json-values.ts'

/** A Gemini thought signature in the gateway's form is extra content of a call or of a message. */
export const extraOfSignature = (signature: string | undefined): { extra_content?: JsonObject } =>
  signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } }

export const signatureIn = (carrier: JsonObject): string | undefined =>
  textOf(objectOf(objectOf(carrier.extra_content)?.google)?.thought_signature)
