import { useQuery } from '@tanstack/react-query'
import { statusApi } from '@turnpike/contract/status'
import { call } from '../../lib/api/call.ts'
import { stored } from '../../lib/browser/stored.ts'

/** The last content seen, so that a returning visitor is not shown another page first. The key is the family's. */
const remembered = stored<string | undefined>(
  'home_page_content',
  (text) => text ?? undefined,
  (content) => content ?? null,
)

async function fetchContent() {
  const content = await call(statusApi.home)
  remembered.set(content)
  return content
}

export function useHomeContent() {
  const last = remembered.use()
  const { data, isSuccess, isError } = useQuery({ queryKey: ['home-content'], queryFn: fetchContent })
  return {
    /** Empty means the default page; undefined, that nothing is known yet. */
    content: data ?? last ?? (isError ? '' : undefined),
    /** The server answered on this visit. */
    isAnswering: isSuccess,
  }
}
