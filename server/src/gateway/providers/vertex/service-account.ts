import { objectOf, textOf } from '../../translate/json/json-values.ts'
import { invalidKey } from '../../translate/response/bad-channel.ts'

export type ServiceAccount = { project: string; email: string; keyId: string | undefined; privateKey: string }

/** Keys that are not a document are API keys, which need no project. */
export const isApiKey = (key: string): boolean => key.trim() !== '' && !/^\s*[[{]/.test(key)

function parsed(key: string): unknown {
  try {
    return JSON.parse(key)
  } catch {
    return undefined
  }
}

/** The service account of a key that is its JSON document. */
export function readServiceAccount(key: string): ServiceAccount {
  const document = objectOf(parsed(key))
  const project = textOf(document?.project_id)
  const email = textOf(document?.client_email)
  // Documents that went through a shell or an environment variable have their line breaks escaped twice.
  const privateKey = textOf(document?.private_key)?.replaceAll('\\n', '\n')
  if (project === undefined || email === undefined || privateKey === undefined)
    throw invalidKey('{"type":"service_account",…}, the JSON document of a service account, or an API key')
  return { project, email, keyId: textOf(document?.private_key_id), privateKey }
}

/** All values in the document that no client may read. */
export function accountSecrets(key: string): string[] {
  const document = objectOf(parsed(key))
  const texts = ['private_key', 'private_key_id', 'client_email', 'client_id', 'project_id'].map((name) =>
    textOf(document?.[name]),
  )
  return texts.flatMap((text) => (text === undefined ? [] : [text, ...text.split(/\\n|\n/)])).filter(isLong)
}

const isLong = (text: string): boolean => text.length >= 4 && !/^-----[A-Z ]+-----$/.test(text)
