import type { Body } from './exchange/read-body.ts'

/** The model a call asks for: in the body, in a form, or named by the path. */
export function modelOf(path: string, body: Body): string {
  const named = /\/(?:deployments|engines|models)\/([^/:]+)/.exec(path)?.[1]
  if (named !== undefined) return decoded(named)
  const asked = body.content.model ?? body.form?.get('model')
  return typeof asked === 'string' ? asked : ''
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // a stray percent sign is part of the name
  }
}
