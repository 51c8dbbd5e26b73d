import 'virtual:roles.css'
import '../theme/fonts.css'
import '../theme/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '../components/states/crash-state.tsx'
import { chosenLanguage } from '../lib/browser/preferences.ts'
import { forgetAtSignOut } from '../lib/session/kept-in-browser.ts'
import { secondFactorMissing, session, sessionEnd, signInRedirect } from '../lib/session/session.ts'
import { loadTranslation } from '../lib/text/chosen-language.ts'
import { firstScheme } from '../theme/scheme.ts'
import { App } from './app.tsx'
import { setDocumentLanguage, setDocumentScheme } from './document-attributes.ts'
import { router } from './router.tsx'

/** Public pages have no guard: when a session ends there, by sign-out or expiry, this redirects to the sign-in page. */
function redirectOnSessionEnd() {
  session.watch((user) => {
    const { pathname, search, hash } = router.state.location
    if (user || !sessionEnd() || pathname === '/login') return
    const { to, state } = signInRedirect(pathname + search + hash)
    router.navigate(to, { state, replace: true })
  })
  secondFactorMissing.watch((isMissing) => {
    if (isMissing) void router.navigate('/login/set-up', { replace: true })
  })
}

// Before anything is drawn, so that no page flashes in the wrong colours or language.
setDocumentScheme(firstScheme())
await loadTranslation()
setDocumentLanguage(chosenLanguage.get())
forgetAtSignOut() // before the redirect, which leaves the page that was open
redirectOnSessionEnd()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <App />
    </ErrorBoundary>
  </StrictMode>,
)
