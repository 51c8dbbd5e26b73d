type Directive = 'img-src' | 'media-src' | 'frame-src'

/** The sources of a directive; undefined where no policy is known, as under the development server. */
export function sourcesIn(policy: string | undefined, directive: Directive): string[] | undefined {
  const found = policy?.split('; ').find((part) => part.startsWith(`${directive} `))
  return found?.split(' ').slice(1)
}

/** Whether a page of this origin may load an address from these sources. */
export function isAllowedBy(sources: string[] | undefined, address: string, ownOrigin: string): boolean {
  if (sources === undefined) return true
  const url = URL.parse(address, ownOrigin)
  if (!url) return false
  return url.origin === ownOrigin
    ? sources.includes("'self'")
    : sources.includes(url.origin) || sources.includes(url.protocol)
}

let policy: string | undefined | null = null

/** The policy that this document was loaded with. Options may have changed since; a document keeps its policy. */
function policyOfDocument(): string | undefined {
  if (policy === null) policy = document.querySelector<HTMLMetaElement>('meta[name="content-policy"]')?.content
  return policy
}

/** Whether the browser lets this document load an address. An address that it would block is not requested. */
export const isAllowed = (directive: Directive, address: string): boolean =>
  isAllowedBy(sourcesIn(policyOfDocument(), directive), address, window.location.origin)
