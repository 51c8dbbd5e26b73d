import type { ErrorCode } from '@turnpike/contract/errors'
import type { OptionValues } from '@turnpike/contract/options'
import { AppError } from '../../http/app-error.ts'

type Requirement = {
  refusal: ErrorCode
  isOn(options: OptionValues): boolean
  isMet(options: OptionValues): boolean
}

/** What must be filled in before something can be switched on. */
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
    // Without the secret every check fails, and nobody could sign in any more to switch it off.
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
    // Who has paid must find the way back, and the payment provider must reach us.
    refusal: 'server_address_missing',
    isOn: (options) => [options.PayAddress, options.EpayId, options.EpayKey].some((text) => text !== ''),
    isMet: (options) => areSet(options.ServerAddress),
  },
]

const areSet = (...texts: string[]) => texts.every((text) => text !== '')

/** Refuses a change that leaves something on without what it needs, unless it was so before: then it may be mended in steps. */
export function checkRequirements(before: OptionValues, after: OptionValues): void {
  const lacks = ({ isOn, isMet }: Requirement, options: OptionValues) => isOn(options) && !isMet(options)
  const broken = requirements.find((requirement) => lacks(requirement, after) && !lacks(requirement, before))
  if (broken) throw new AppError(broken.refusal)
}
