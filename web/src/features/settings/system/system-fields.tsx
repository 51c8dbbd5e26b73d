import { isNumberText, isTextWithin } from '@turnpike/contract/bounds'
import { options } from '@turnpike/contract/options'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { ChoiceChips } from '../../../components/fields/choice-chips.tsx'
import { SelectField } from '../../../components/fields/choice-field.tsx'
import type { OptionTexts } from '../../../components/options/option-texts.ts'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { Callout } from '../../../components/states/callout.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { isShownPicture } from '../../../lib/address/shown-picture.ts'
import { useStatus } from '../../../lib/api/status.ts'
import { isAllowed } from '../../../lib/browser/page-policy.ts'
import { useWords, type Words } from '../../../lib/text/words.ts'
import { useDebounced } from '../../../lib/timing/use-debounced.ts'
import { OptionAnchor } from '../form/option-anchor.tsx'
import { OptionField, PairOption } from '../form/option-field.tsx'
import { refusalWords } from '../form/option-problem.ts'
import type { CustomFieldProps } from '../form/option-section.tsx'
import type { OptionForm } from '../form/section-table.ts'
import { readDomains, writeDomains } from './domain-list.ts'
import styles from './system.module.css'

/** Offers the address of this window. */
export function ThisAddress({ form }: CustomFieldProps) {
  const say = useWords()
  const { origin } = window.location
  if (form.texts.ServerAddress === origin) return null
  return (
    <ChoiceChips
      label={say(['Presets', '常用地址'])}
      choices={[{ value: origin, label: say([`Address of this window: ${origin}`, `与当前窗口一致：${origin}`]) }]}
      onChoose={(ServerAddress) => form.edit({ ServerAddress })}
    />
  )
}

/** The payment provider sends people back to this server: nothing about payment is saved before it has an address. */
export function MissingAddress({ form }: CustomFieldProps) {
  const say = useWords()
  if (form.stored.ServerAddress !== '') return null
  return (
    <Callout
      tone="warning"
      title={say(refusalWords('server_address_missing'))}
      action={<Link to="?tab=system&section=server-address">{say(['Open server address', '前往服务器地址'])}</Link>}
    />
  )
}

const ratios = options.TopupGroupRatio

export function TopupRatios({ form, help }: CustomFieldProps) {
  const say = useWords()
  return (
    <PairOption
      form={form}
      name="TopupGroupRatio"
      help={help}
      shape="numbers"
      columns={{ name: say(['Group', '分组']), value: say(['Multiplier', '倍率']) }}
      add={say(['Add group', '添加分组'])}
      template={{ default: 1, vip: 0.8 }}
      rows={5}
      wrongCell={({ name, value }) => {
        if (!isTextWithin(ratios.name, name.trim())) return 'name'
        return isNumberText(ratios.value, value.trim()) ? undefined : 'value'
      }}
    />
  )
}

/** Without password login people may be locked out, so switching it off needs a confirmation. */
export function PasswordLogin({ form, help }: CustomFieldProps) {
  const say = useWords()
  const [isAsking, setIsAsking] = useState(false)
  const set = (isOn: boolean) => form.edit({ PasswordLoginEnabled: String(isOn) })
  return (
    <>
      <OptionField
        form={form}
        name="PasswordLoginEnabled"
        help={help}
        onSwitch={(isOn) => (isOn ? set(true) : setIsAsking(true))}
      />
      {isAsking && (
        <ConfirmDialog
          title={say(['Turn off password sign-in?', '关闭密码登录？'])}
          text={say([
            'Users without a third-party sign-in, including you, can’t sign in after you save. Bind your own account first.',
            '保存后，没有绑定第三方登录的人都将无法登录，包括管理员和你自己。请先绑定你自己的账户。',
          ])}
          verb={say(['Turn off', '关闭'])}
          danger
          onConfirm={() => {
            set(false)
            setIsAsking(false)
          }}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

const separators = [',', '，', ';', '；', ' ', '\n']

/** The allowed domains as chips. */
export function Domains({ form, help }: CustomFieldProps) {
  const say = useWords()
  const domains = readDomains(form.texts.EmailDomainWhitelist ?? '')
  return (
    <OptionAnchor name="EmailDomainWhitelist">
      <SelectField<string[]>
        {...form.field('EmailDomainWhitelist')}
        count={domains.length}
        help={help && say(help)}
        mode="tags"
        className={styles.domains}
        open={false}
        suffixIcon={null}
        tokenSeparators={separators}
        placeholder="example.com"
        value={domains}
        onChange={(typed) => form.edit({ EmailDomainWhitelist: writeDomains(typed) })}
      />
    </OptionAnchor>
  )
}

type OwnAddressProps = { form: OptionForm; label: Words; toValue: (server: string) => string; isFirst?: boolean }

/** An address of this server that is entered on another site: to copy, not to edit. */
function OwnAddress({ form, label, toValue, isFirst = true }: OwnAddressProps) {
  const say = useWords()
  const server = form.stored.ServerAddress
  const value = toValue(server || window.location.origin)
  return (
    <div>
      <div className={styles.label}>{say(label)}</div>
      <div className={`${layoutStyles.row} ${styles.value}`}>
        <code>{value}</code>
        <CopyButton text={value} name={say(label)} />
      </div>
      {isFirst && !server && (
        <p className={styles.help}>
          {say([
            'The address of this window, because no server address is set.',
            '尚未设置服务器地址，这里是当前窗口的地址。',
          ])}
        </p>
      )}
    </div>
  )
}

const callback: Words = ['Callback address', '回调地址']

export const GithubAddresses = ({ form }: CustomFieldProps): ReactNode => (
  <>
    <OwnAddress form={form} label={['Homepage address', '主页地址']} toValue={(server) => server} />
    <OwnAddress form={form} label={callback} toValue={(server) => `${server}/oauth/github`} isFirst={false} />
  </>
)

/** Stripe sends its events here; which ones is chosen there. */
export function StripeWebhook({ form }: CustomFieldProps) {
  const say = useWords()
  return (
    <div>
      <OwnAddress
        form={form}
        label={['Webhook address', 'Webhook 地址']}
        toValue={(server) => `${server.replace(/\/+$/, '')}/api/payment/stripe/webhook`}
      />
      <p className={styles.help}>
        {say(['Events to send:', '需要发送的事件：'])} <code>{stripeEvents.join(', ')}</code>
      </p>
    </div>
  )
}

const stripeEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.subscription.deleted',
]

/** Epay sends its notifications here; each order names the address, so few providers need it in their settings. */
export const EpayNotice = ({ form }: CustomFieldProps) => (
  <OwnAddress
    form={form}
    label={['Notification address', '通知地址']}
    toValue={(server) => `${(form.texts.CustomCallbackAddress || server).replace(/\/+$/, '')}/api/user/epay/notify`}
  />
)

export const LinuxdoAddress = ({ form }: CustomFieldProps) => (
  <OwnAddress form={form} label={callback} toValue={(server) => `${server}/oauth/linuxdo`} />
)

export const TelegramDomain = ({ form }: CustomFieldProps) => (
  <OwnAddress form={form} label={['Domain', '域名']} toValue={(server) => new URL(server).hostname} />
)

/** The QR code as people will see it. */
export function WechatPicture({ form }: CustomFieldProps) {
  const say = useWords()
  const rested = useDebounced(form.texts.WeChatAccountQRCodeImageURL ?? '')
  const [broken, setBroken] = useState<string>()
  if (rested === broken || !isShownPicture(rested, window.location.origin)) return null
  if (!isAllowed('img-src', rested))
    return (
      <p className={styles.note}>
        {say(['The image is shown after you save and reload the page.', '保存并刷新页面后显示此图片。'])}
      </p>
    )
  return (
    <img
      className={`${layoutStyles.framed} ${styles.picture}`}
      src={rested}
      alt={say(['QR code shown to users', '用户将要扫描的二维码'])}
      referrerPolicy="no-referrer"
      onError={() => setBroken(rested)}
    />
  )
}

/** The option is hidden by its name, but it is public: its stored text is read from the status. */
export function SiteKey({ form, help }: CustomFieldProps) {
  const stored = useStatus()?.turnstile_site_key ?? ''
  const texts: OptionTexts = { TurnstileSiteKey: stored, ...form.texts }
  const edit = ({ TurnstileSiteKey = '' }: OptionTexts) => {
    if (TurnstileSiteKey === stored) form.revert('TurnstileSiteKey')
    else form.edit({ TurnstileSiteKey })
  }
  return <OptionField form={{ ...form, texts, edit }} name="TurnstileSiteKey" help={help} />
}
