import 'virtual:roles.css'
import '../theme/fonts.css'
import '../theme/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '../components/states/error-boundary.tsx'
import { language } from '../lib/browser/preferences.ts'
import { forgetAtSignOut } from '../lib/session/kept-in-browser.ts'
import { firstScheme } from '../theme/scheme.ts'
import { App } from './app.tsx'
import { setDocumentLanguage, setDocumentScheme } from './document-attributes.ts'
import { redirectOnSessionEnd } from './redirect-on-session-end.ts'

// Before anything is drawn, so that no page flashes in the wrong colours or language.
setDocumentScheme(firstScheme())
setDocumentLanguage(language.get())
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
