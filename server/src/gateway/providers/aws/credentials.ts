import { fixedPart, invalidKey } from '../../translate/response/bad-channel.ts'

/** A channel's key: a bearer key of Bedrock, or a signing key with an optional session token; and the region. */
export type Credentials = { region: string } & (
  | { apiKey: string }
  | { accessKey: string; secretKey: string; sessionToken?: string }
)

const regionPattern = /^[a-z]{2,3}(?:-[a-z]{2,12}){1,3}-\d{1,2}$/

const regionOf = (text: string): string => fixedPart(text, regionPattern, 'region')

/** `ApiKey|Region`, `AccessKey|SecretKey|Region` or `AccessKey|SecretKey|Region|SessionToken`. */
export function readCredentials(key: string): Credentials {
  const [first, second, third, fourth, ...rest] = key.split('|').map((part) => part.trim())
  const given = [first, second, third, fourth].filter((part) => part !== undefined)
  if (!first || !second || given.includes('') || rest.length > 0)
    throw invalidKey('AccessKey|SecretKey|Region or ApiKey|Region')
  if (third === undefined) return { apiKey: first, region: regionOf(second) }
  return {
    accessKey: first,
    secretKey: second,
    region: regionOf(third),
    ...(fourth !== undefined && { sessionToken: fourth }),
  }
}
