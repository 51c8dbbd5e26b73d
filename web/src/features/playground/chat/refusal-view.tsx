import { role } from '@turnpike/contract/identity/user'
import { Button } from 'antd'
import { CircleAlert } from 'lucide-react'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { modelPath } from '../../../components/model-link/model-path.ts'
import { LinkButton } from '../../../components/page/link-button.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { SetPrice } from '../../../components/unpriced/set-price.tsx'
import { endSession, session } from '../../../lib/session/session.ts'
import type { AssistantMessage, ResponseError } from '../messages/message.ts'
import { playgroundText } from '../playground.text.ts'
import { usePlayground } from '../store/use-playground.ts'
import styles from './chat.module.css'
import { type Advice, adviceFor, headlineFor, isOfChannel, isOfRouting, messageOf } from './refusal-advice.ts'
import { useExplainLink } from './use-explain-link.ts'

const adviceWords = {
  retry: 'adviceRetry',
  wait: 'adviceWait',
  topUp: 'adviceTopUp',
  signIn: 'adviceSignIn',
  chooseModel: 'adviceChooseModel',
  chooseGroup: 'adviceChooseGroup',
  changePin: 'adviceChangePin',
  shorten: 'adviceShorten',
  reword: 'adviceReword',
  checkSettings: 'adviceCheckSettings',
  fewerAtOnce: 'adviceFewerAtOnce',
  tellAdmin: 'adviceTellAdmin',
} as const satisfies Record<Advice, string>

/** Why a response failed and what to do next, in the place of the response. */
export function RefusalView({ error, message }: { error: ResponseError; message: AssistantMessage }) {
  const t = playgroundText.use()
  const { store, terms } = usePlayground()
  const advice = adviceFor(error)
  const headline = headlineFor(error)
  const said = messageOf(error)
  const explainLink = useExplainLink(message)
  const level = session.use()?.role ?? 0
  const [isAdmin, isRoot] = [level >= role.admin, level >= role.root]
  const isUnpriced = error.code === 'model_price_error'
  const { model } = message
  return (
    <div className={styles.refusal} role="alert">
      <CircleAlert className={styles.refusalIcon} aria-hidden />
      <div>
        <p className={`${textStyles.medium} ${textStyles.problem}`}>{headline ? t(headline) : said}</p>
        {headline && headline !== 'sessionExpired' && said && <p className={textStyles.secondary}>{said}</p>}
        {!isUnpriced && <p>{t(adviceWords[advice])}</p>}
        {isUnpriced && !isRoot && <p>{t('adviceTellAdmin')}</p>}
        {advice === 'tellAdmin' && message.request_id && (
          <p className={styles.requestId}>
            {t('requestId')} <code>{message.request_id}</code>
            <CopyButton text={message.request_id} name={t('requestId')} />
          </p>
        )}
        <div className={`${layoutStyles.buttons} ${styles.refusalButtons}`}>
          {advice === 'signIn' && (
            <Button size="small" type="primary" onClick={() => endSession('expired')}>
              {t('signIn')}
            </Button>
          )}
          {advice === 'topUp' && (
            <LinkButton size="small" type="primary" to="/topup">
              {t('topUp')}
            </LinkButton>
          )}
          {advice !== 'signIn' && (
            <Button size="small" onClick={() => store.retry(message, terms())}>
              {t('retry')}
            </Button>
          )}
          {isUnpriced && isRoot && <SetPrice model={model} />}
          {isAdmin && isOfChannel(error) && (
            <LinkButton size="small" to={modelPath(model)}>
              {t('showErrors')}
            </LinkButton>
          )}
          {isOfRouting(error) && (
            <LinkButton size="small" to={explainLink}>
              {t('explain')}
            </LinkButton>
          )}
        </div>
      </div>
    </div>
  )
}
