import type { ChatAccess } from './fill-template.ts'

/** The element by which the extension shows that it is there; it takes the event from nowhere else. */
const container = '#fluent-new-api-container'

/** Hands the key to FluentRead, the browser extension; false where it is not installed. */
export function sendToFluentRead({ key, base }: ChatAccess): boolean {
  const extension = document.querySelector(container)
  const detail = { id: 'new-api', baseUrl: base, apiKey: key }
  return extension?.dispatchEvent(new CustomEvent('fluent:prefill', { detail })) ?? false
}
