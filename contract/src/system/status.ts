import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** The names, switches and public keys that every page needs before it is drawn. Every member is always present. */
export const status = z.object({
  version: z.string(),
  start_time: z.int(),
  email_verification: z.boolean(),
  /** Minutes for which the code in a mail is accepted. */
  mail_code_minutes: z.int(),
  register_enabled: z.boolean(),
  password_register_enabled: z.boolean(),
  github_oauth: z.boolean(),
  github_client_id: z.string(),
  linuxdo_oauth: z.boolean(),
  linuxdo_client_id: z.string(),
  telegram_oauth: z.boolean(),
  telegram_bot_name: z.string(),
  wechat_login: z.boolean(),
  wechat_qrcode: z.string(),
  /** Providers of OpenID Connect; none while they are switched off. */
  oidc_providers: z.array(z.object({ slug: z.string(), name: z.string() })),
  /** A passkey alone signs in, and users may add passkeys. */
  passkey_login: z.boolean(),
  system_name: z.string(),
  /** Of browsers whose language is none of the console's. */
  default_language: z.enum(['zh', 'en']),
  logo: z.string(),
  footer_html: z.string(),
  /** There is a notice: pages ask for its text only then. */
  has_notice: z.boolean(),
  server_address: z.string(),
  price: z.number(),
  min_topup: z.int(),
  turnstile_check: z.boolean(),
  turnstile_site_key: z.string(),
  top_up_link: z.string(),
  /** Empty while no place for feedback is configured. */
  feedback_link: z.string(),
  chat_link: z.string(),
  chat_link2: z.string(),
  quota_per_unit: z.number(),
  display_in_currency: z.boolean(),
  enable_batch_update: z.boolean(),
  enable_drawing: z.boolean(),
  enable_task: z.boolean(),
  /** Agents can connect at `/mcp`. */
  enable_mcp: z.boolean(),
  enable_prompt_records: z.boolean(),
  /** Users may be agents, who share in what those pay whom they invite. */
  enable_agents: z.boolean(),
  /** Whether users may apply, and whether an administrator decides about it. */
  agent_application: z.enum(['closed', 'review', 'open']),
  enable_data_export: z.boolean(),
  data_export_default_time: z.string(),
  /** Minutes after which an open dashboard is loaded again. */
  data_export_interval: z.int(),
  default_collapse_sidebar: z.boolean(),
  enable_online_topup: z.boolean(),
  mj_notify_enabled: z.boolean(),
  chats: z.array(z.record(z.string(), z.string())),
  callable_channel_types: z.array(z.int()), // the channel types whose upstreams can be called
  /** Their names for visitors, without the type for endpoints of one's own. */
  upstreams: z.array(z.string()),
})
export type Status = z.infer<typeof status>

export const statusApi = {
  status: endpoint('public', 'GET /api/status', {
    summary: 'Names, switches and public keys of this installation',
    data: status,
  }),
  database: endpoint('admin', 'GET /api/status/test', { summary: 'Whether the database responds' }),
  notice: endpoint('public', 'GET /api/notice', { summary: 'The notice shown to everyone', data: z.string() }),
  about: endpoint('public', 'GET /api/about', { summary: 'The about page', data: z.string() }),
  home: endpoint('public', 'GET /api/home_page_content', { summary: 'What replaces the home page', data: z.string() }),
}
