import type { OptionValues } from '@turnpike/contract/options'
import { AppError } from '../../http/app-error.ts'

/** Whether the administrator takes this address, which has the form of one already. */
export function checkMailAddress(email: string, options: OptionValues) {
  const [local = '', domain = ''] = email.split('@')
  if (options.EmailDomainRestrictionEnabled && !options.EmailDomainWhitelist.includes(domain))
    throw new AppError('email_domain_refused')
  // The usual ways to write one mailbox as many addresses.
  if (options.EmailAliasRestrictionEnabled && /[+.]/.test(local)) throw new AppError('email_alias_refused')
}
