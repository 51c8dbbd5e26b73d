import { role } from '@turnpike/contract/identity/user'
import { startPage } from '../browser/preferences.ts'
import { overviewPath, usualEntry } from './console-entry.ts'
import { session } from './session.ts'

/** The console's first page: after a sign-in without a page to return to, and from the home page. */
export const firstPage = (): string =>
  startPage.get() === 'overview' && (session.get()?.role ?? 0) >= role.admin ? overviewPath : usualEntry
