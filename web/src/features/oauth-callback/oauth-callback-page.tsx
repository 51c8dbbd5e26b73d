import { LoaderCircle } from 'lucide-react'
import { AuthFrame } from '../../components/auth-page/auth-frame.tsx'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { useText } from '../../lib/text/text.ts'
import styles from './oauth-callback.module.css'
import { oauthCallbackText } from './oauth-callback.text.ts'
import { retriesMax } from './try-again.ts'
import { type CallbackProvider, providerNames, useOauthCallback } from './use-oauth-callback.ts'

export const GithubCallbackPage = () => <OauthCallback provider="github" />
export const LinuxdoCallbackPage = () => <OauthCallback provider="linuxdo" />

/** The page that GitHub and LinuxDO redirect a browser to. It only waits for the server's answer. */
function OauthCallback({ provider }: { provider: CallbackProvider }) {
  const t = useText(oauthCallbackText)
  const retry = useOauthCallback(provider)
  const title = t('title', { name: providerNames[provider] })
  useDocumentTitle(title)
  return (
    <AuthFrame title={title}>
      <p role="status" className={styles.progress}>
        <LoaderCircle className={styles.turning} aria-hidden />
        {retry === 0 ? t('wait') : t('retry', { attempt: retry, attempts: retriesMax })}
      </p>
    </AuthFrame>
  )
}
