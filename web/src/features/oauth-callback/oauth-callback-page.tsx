import { oauthApi } from '@turnpike/contract/identity/oauth'
import { oidcApi } from '@turnpike/contract/identity/oidc'
import { LoaderCircle } from 'lucide-react'
import { useParams } from 'react-router'
import { AuthFrame } from '../../components/auth-page/auth-frame.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import { call } from '../../lib/api/call.ts'
import { useStatus } from '../../lib/api/status.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import styles from './oauth-callback.module.css'
import { oauthCallbackText } from './oauth-callback.text.ts'
import { retriesMax } from './try-again.ts'
import { type CallbackProvider, useOauthCallback } from './use-oauth-callback.ts'

const github: CallbackProvider = {
  name: 'GitHub',
  page: '/setting',
  send: ({ iss: _, ...query }) => call(oauthApi.github, { query }),
}
const linuxdo: CallbackProvider = {
  name: 'LinuxDO',
  page: '/setting',
  send: ({ iss: _, ...query }) => call(oauthApi.linuxdo, { query }),
}

export const GithubCallbackPage = () => <OauthCallback provider={github} />
export const LinuxdoCallbackPage = () => <OauthCallback provider={linuxdo} />

/** The same for identity providers that the administrator has added. */
export function OidcCallbackPage() {
  const { slug = '' } = useParams()
  const name = useStatus()?.oidc_providers.find((provider) => provider.slug === slug)?.name ?? slug
  const send: CallbackProvider['send'] = (query) => call(oidcApi.callback, { params: { slug }, query })
  return <OauthCallback provider={{ name, page: '/setting/security', send }} />
}

/** The page that GitHub and LinuxDO redirect a browser to. It only waits for the server's response. */
function OauthCallback({ provider }: { provider: CallbackProvider }) {
  const t = oauthCallbackText.use()
  const retry = useOauthCallback(provider)
  const title = t('title', { name: provider.name })
  useDocumentTitle(title)
  return (
    <AuthFrame title={title}>
      <p role="status" className={styles.progress}>
        <LoaderCircle className={`${layoutStyles.turning} ${styles.turning}`} aria-hidden />
        {retry === 0 ? t('wait') : t('retry', { attempt: retry, attempts: retriesMax })}
      </p>
    </AuthFrame>
  )
}
