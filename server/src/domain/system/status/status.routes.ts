import { channelTypeOrder } from '@turnpike/contract/channel-types'
import { type Status, statusApi } from '@turnpike/contract/system/status'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { serve } from '../../../http/serve.ts'
import { version } from '../../../version.ts'
import { listProviderNames } from '../../identity/oidc/oidc.queries.ts'
import type { Probe } from '../../routing/channels/health/channel-probe.ts'
import { offeredUpstreams } from './offered-upstreams.ts'

const startTime = Math.floor(Date.now() / 1000)

export function statusRoutes(app: FastifyInstance, deps: Deps & { probe: Probe }) {
  const { store, options, faq, ping, config, probe } = deps
  const callable = channelTypeOrder.filter((type) => probe.capabilities(type).length > 0)
  serve(app, statusApi.status, async () => {
    const current = options.current()
    const oidc_providers = current.OidcEnabled ? await listProviderNames(store) : []
    const has_faq = faq.current().data.length > 0
    return { ...statusOf(current, config.PORT, callable), oidc_providers, has_faq }
  })
  serve(app, statusApi.database, () => ping())
  serve(app, statusApi.notice, () => options.current().Notice)
  serve(app, statusApi.about, () => options.current().About)
  serve(app, statusApi.home, () => options.current().HomePageContent)
}

const statusOf = (
  options: ReturnType<Deps['options']['current']>,
  port: number,
  callable_channel_types: number[],
): Omit<Status, 'oidc_providers' | 'has_faq'> => ({
  version,
  start_time: startTime,
  email_verification: options.EmailVerificationEnabled,
  mail_code_minutes: options.MailCodeMinutes,
  register_enabled: options.RegisterEnabled,
  password_register_enabled: options.PasswordRegisterEnabled,
  github_oauth: options.GitHubOAuthEnabled,
  github_client_id: options.GitHubClientId,
  linuxdo_oauth: options.LinuxDOOAuthEnabled,
  linuxdo_client_id: options.LinuxDOClientId,
  telegram_oauth: options.TelegramOAuthEnabled,
  telegram_bot_name: options.TelegramBotName,
  wechat_login: options.WeChatAuthEnabled,
  wechat_qrcode: options.WeChatAccountQRCodeImageURL,
  passkey_login: options.PasskeyEnabled,
  system_name: options.SystemName,
  default_language: options.DefaultLanguage,
  logo: options.Logo,
  footer_html: options.Footer,
  has_notice: options.Notice.trim() !== '',
  server_address: options.ServerAddress || `http://localhost:${port}`,
  price: options.Price,
  min_topup: options.MinTopUp,
  turnstile_check: options.TurnstileCheckEnabled,
  turnstile_site_key: options.TurnstileSiteKey,
  top_up_link: options.TopUpLink,
  feedback_link: options.FeedbackLink,
  chat_link: options.ChatLink,
  chat_link2: options.ChatLink2,
  quota_per_unit: options.QuotaPerUnit,
  display_in_currency: options.DisplayInCurrencyEnabled,
  enable_batch_update: false, // balance changes are never batched; clients expect the member
  enable_drawing: options.DrawingEnabled,
  enable_task: options.TaskEnabled,
  enable_mcp: options.McpEnabled,
  enable_prompt_records: options.PromptRecordsEnabled,
  enable_agents: options.AgentsEnabled,
  agent_application: options.AgentApplication,
  enable_data_export: options.DataExportEnabled,
  data_export_default_time: options.DataExportDefaultTime,
  data_export_interval: options.DataExportInterval,
  default_collapse_sidebar: options.DefaultCollapseSidebar,
  enable_online_topup:
    Boolean(options.PayAddress && options.EpayId && options.EpayKey) ||
    Boolean(options.StripeSecretKey && options.StripeWebhookSecret),
  mj_notify_enabled: options.MjNotifyEnabled,
  chats: options.Chats,
  callable_channel_types,
  upstreams: offeredUpstreams(callable_channel_types),
})
