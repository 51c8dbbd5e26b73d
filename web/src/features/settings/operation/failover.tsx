import { errorActions } from '@turnpike/contract/routing/error-rules'
import textStyles from '../../../components/style/text.module.css'
import { useWords, type Words } from '../../../lib/text/words.ts'
import { OptionSection } from '../form/option-section.tsx'
import type { OptionForm } from '../form/section-table.ts'
import { costGuard, failover } from './failover-parts.ts'
import styles from './operation.module.css'

const legend = {
  statuses: ['Status: 429, 4xx, 5xx or * for all.', '状态码：429、4xx、5xx，或用 * 表示全部。'],
  retry: ['retry: try another channel', 'retry：改用其他渠道'],
  cool_key: ['cool_key: let the key cool down, then try another one', 'cool_key：让该密钥冷却并改用其他密钥'],
  disable_key: ['disable_key: disable the key, then try another one', 'disable_key：禁用该密钥并改用其他密钥'],
  cool_channel: [
    'cool_channel: let the channel cool down, then try another one',
    'cool_channel：让该渠道冷却并改用其他渠道',
  ],
  disable_channel: [
    'disable_channel: disable the channel, then try another one',
    'disable_channel：禁用该渠道并改用其他渠道',
  ],
  pass: ['pass: return the error to the client', 'pass：将错误直接返回给客户端'],
  single: [
    'In a channel with one key, the rules for keys apply to the channel. Channels with “Disable on failure” off are never disabled.',
    '渠道只有一个密钥时，针对密钥的规则作用于渠道。关闭了“失败时自动禁用”的渠道不会被禁用。',
  ],
  example: ['Example', '示例'],
} satisfies Record<string, Words>

const example = '403 disable_key account suspended\n5xx cool_channel\n400 pass'

/** How an error rule is written. */
function ErrorLegend() {
  const say = useWords()
  return (
    <div className={`${textStyles.hint} ${styles.legend}`}>
      <p>{say(legend.statuses)}</p>
      <ul>
        {errorActions.map((action) => (
          <li key={action}>{say(legend[action])}</li>
        ))}
      </ul>
      <p>{say(legend.single)}</p>
      <p>{say(legend.example)}</p>
      <pre>{example}</pre>
    </div>
  )
}

export const Failover = ({ form }: { form: OptionForm }) => (
  <OptionSection parts={failover} form={form} custom={{ errorLegend: ErrorLegend }} />
)

/** Sets whether calls below cost are allowed, reported or refused. */
export const CostGuard = ({ form }: { form: OptionForm }) => <OptionSection parts={costGuard} form={form} custom={{}} />
