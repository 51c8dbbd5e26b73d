import type { ErrorCode } from '@turnpike/contract/errors'
import type { OptionValues } from '@turnpike/contract/options'
import { AppError } from '../../../http/app-error.ts'

type Requirement = {
  refusal: ErrorCode
  isOn(options: OptionValues): boolean
  isMet(options: OptionValues): boolean
}

/** The options that must be set before a feature can be switched on. */
const requirements: Requirement[] = [
  {
    refusal: 'github_not_configured',
    isOn: (options) => options.GitHubOAuthEnabled,
    isMet: (options) => areSet(options.GitHubClientId, options.GitHubClientSecret),
  },
  {
    refusal: 'linuxdo_not_configured',
    isOn: (options) => options.LinuxDOOAuthEnabled,
    isMet: (options) => areSet(options.LinuxDOClientId, options.LinuxDOClientSecret),
  },
  {
    refusal: 'wechat_not_configured',
    isOn: (options) => options.WeChatAuthEnabled,
    isMet: (options) => areSet(options.WeChatServerAddress),
  },
  {
    refusal: 'telegram_not_configured',
    isOn: (options) => options.TelegramOAuthEnabled,
    isMet: (options) => areSet(options.TelegramBotName, options.TelegramBotToken),
  },
  {
    // Without the secret every check fails, and no administrator could sign in to switch it off.
    refusal: 'turnstile_not_configured',
    isOn: (options) => options.TurnstileCheckEnabled,
    isMet: (options) => areSet(options.TurnstileSiteKey, options.TurnstileSecretKey),
  },
  {
    refusal: 'email_whitelist_empty',
    isOn: (options) => options.EmailDomainRestrictionEnabled,
    isMet: (options) => options.EmailDomainWhitelist.length > 0,
  },
  {
    // The payment provider sends the buyer's browser, and its own notifications, to this address.
    refusal: 'server_address_missing',
    isOn: (options) => [options.PayAddress, options.EpayId, options.EpayKey].some((text) => text !== ''),
    isMet: (options) => areSet(options.ServerAddress),
  },
]

const areSet = (...texts: string[]) => texts.every((text) => text !== '')

/** Refuses a change that breaks a requirement; one that was broken before may be fixed in steps. */
export function checkRequirements(before: OptionValues, after: OptionValues): void {
  const lacks = ({ isOn, isMet }: Requirement, options: OptionValues) => isOn(options) && !isMet(options)
  const broken = requirements.find((requirement) => lacks(requirement, after) && !lacks(requirement, before))
  if (broken) throw new AppError(broken.refusal)
}
