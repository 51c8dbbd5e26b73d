import type { OptionValues } from '@turnpike/contract/options'
import { AppError } from '../../../http/app-error.ts'

/** Refuses an address that the administrator's options exclude; its format is checked already. */
export function checkMailAddress(email: string, options: OptionValues) {
  const [local = '', domain = ''] = email.split('@')
  if (options.EmailDomainRestrictionEnabled && !options.EmailDomainWhitelist.includes(domain))
    throw new AppError('email_domain_refused')
  // With `+` and `.` one mailbox has many addresses.
  if (options.EmailAliasRestrictionEnabled && /[+.]/.test(local)) throw new AppError('email_alias_refused')
}
