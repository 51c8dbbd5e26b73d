import { useQuery } from '@tanstack/react-query'
import { statusApi } from '@turnpike/contract/system/status'
import { Navigate } from 'react-router'
import { RichPage } from '../../components/rich-content/rich-content.tsx'
import { call } from '../../lib/api/call.ts'
import { isSetupOffered, setupOver, useSetup, useWasOffered } from '../../lib/api/setup.ts'
import { stored } from '../../lib/browser/stored.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { session } from '../../lib/session/session.ts'
import { DefaultHome } from './default-home.tsx'

/** The administrator's home page, or the default one. */
export function HomePage() {
  useDocumentTitle()
  const { content, isServerUp } = useHomeContent()
  const setup = useSetupFirst()
  if (setup === 'needed') return <Navigate replace to="/setup" />
  if (setup === 'unknown') return null
  if (content === '') return <DefaultHome isServerUp={isServerUp} />
  return <RichPage text={content} />
}

/** The last content, so that a returning visitor is not shown another page first. The key is that of this family. */
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

function useHomeContent() {
  const last = remembered.use()
  const { data, isSuccess, isError } = useQuery({ queryKey: ['home-content'], queryFn: fetchContent })
  return {
    /** Empty for the default page; undefined before the first response. */
    content: data ?? last ?? (isError ? '' : undefined),
    /** The server responded on this visit. */
    isServerUp: isSuccess,
  }
}

/**
 * Whether the visitor has something to do first: while the first password is not set, the home page of a new installation
 * leads to the setup page, once. Where there are other accounts, visitors come for the home page.
 */
function useSetupFirst(): 'needed' | 'unknown' | 'no' {
  const isVisitor = session.use() === undefined
  const wasOffered = useWasOffered()
  const isOver = setupOver.use()
  const { data, isPending } = useSetup({ enabled: isVisitor && !wasOffered })
  if (!isVisitor || wasOffered) return 'no'
  if (data) return isSetupOffered(data) ? 'needed' : 'no'
  return isPending && !isOver ? 'unknown' : 'no'
}
