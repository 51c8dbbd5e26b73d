import { abbreviate, formatCount } from '@turnpike/contract/quota'
import { logType } from '@turnpike/contract/usage/log'
import { useState } from 'react'
import { Link } from 'react-router'
import { QuietButton } from '../../../components/buttons/quiet-button.tsx'
import { Money } from '../../../components/figures/money.tsx'
import { modelPath } from '../../../components/model-link/model-path.ts'
import { Sheet } from '../../../components/page/sheet.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import { formatDuration } from '../../../lib/format/format-time.ts'
import { percent } from '../chart/chart-option.ts'
import { dashboardText } from '../dashboard.text.ts'
import { colourOfOthers } from '../model-colours.ts'
import { coloursOf, failedOf, firstTokenOf, type ModelUsage, successOf, type Usage } from '../usage.ts'
import styles from './parts.module.css'
import { Sparkline } from './sparkline.tsx'

const shownAtFirst = 8

const logAddress = (model: string, more: string) => `/log?model_name=${encodeURIComponent(model)}${more}`

type ModelsSheetProps = {
  usage: Usage
  /** The range and the user, for links to the log. */
  logParams: string
}

/** Every model with its numbers: the name leads to its page, the number of its requests to the log. */
export function ModelsSheet({ usage, logParams }: ModelsSheetProps) {
  const t = dashboardText.use()
  const small = useSmallScreen()
  const [isWhole, setIsWhole] = useState(false)
  const { models, total } = usage
  const shown = isWhole ? models : models.slice(0, shownAtFirst)
  const shareOf = ({ quota }: ModelUsage) => (total.quota === 0 ? 0 : quota / total.quota)
  const colours = coloursOf(usage)
  const colourOf = ({ model }: ModelUsage) => `var(--chart-${colours.get(model) ?? colourOfOthers})`
  return (
    <Sheet flush title={t('topModels')} extra={<Link to={`/log?${logParams.replace(/^&/, '')}`}>{t('openLog')}</Link>}>
      {small ? (
        <ul className={styles.cards}>
          {shown.map((model) => (
            <li key={model.model}>
              <ModelName name={model.model} className={textStyles.growingEllipsis} />
              <strong>
                <Money quota={model.quota} of="spend" />
              </strong>
              <small>
                <Link to={logAddress(model.model, logParams)}>
                  {t('modelUse', {
                    calls: formatCount(model.calls),
                    tokens: abbreviate(model.prompt + model.completion),
                  })}
                </Link>
              </small>
              <small>{percent(shareOf(model))}</small>
            </li>
          ))}
        </ul>
      ) : (
        <div className={layoutStyles.scrollsSideways}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('model')}</th>
                <th scope="col">{t('requests')}</th>
                <th scope="col">{t('success')}</th>
                <th scope="col">{t('inputTokens')}</th>
                <th scope="col">{t('outputTokens')}</th>
                <th scope="col" title={t('firstTokenLong')}>
                  {t('firstTokenShort')}
                </th>
                <th scope="col">{t('trend')}</th>
                <th scope="col">{t('spend')}</th>
                <th scope="col">{t('shareShort')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((model) => (
                <tr key={model.model}>
                  <td className={styles.nameCell}>
                    <ModelName name={model.model} />
                  </td>
                  <td>
                    <Link to={logAddress(model.model, logParams)} title={t('openLog')}>
                      {formatCount(model.calls)}
                    </Link>
                  </td>
                  <td>
                    <SuccessCell model={model} logParams={logParams} />
                  </td>
                  <td>{abbreviate(model.prompt)}</td>
                  <td>{abbreviate(model.completion)}</td>
                  <td>{firstToken(model)}</td>
                  <td>
                    <span className={styles.trend}>
                      <Sparkline values={model.buckets.map(({ calls }) => calls)} colour={colourOf(model)} />
                    </span>
                  </td>
                  <td>
                    <strong>
                      <Money quota={model.quota} of="spend" />
                    </strong>
                  </td>
                  <td>
                    <span className={styles.shareCell}>
                      <i aria-hidden="true">
                        <span style={{ width: `${shareOf(model) * 100}%`, background: colourOf(model) }} />
                      </i>
                      {`${(shareOf(model) * 100).toFixed(1)}%`}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {models.length > shown.length && (
        <div className={styles.more}>
          <QuietButton onClick={() => setIsWhole(true)}>{t('showAll', { count: models.length })}</QuietButton>
        </div>
      )}
    </Sheet>
  )
}

/** Old rows of the log have no model, and so no page of one. */
function ModelName({ name, className = '' }: { name: string; className?: string | undefined }) {
  if (name === '') return '—'
  return (
    <Link className={`${className} ${textStyles.mono}`} to={modelPath(name)} title={name}>
      {name}
    </Link>
  )
}

/** The success rate; with failures it leads to their rows. */
function SuccessCell({ model, logParams }: { model: ModelUsage; logParams: string }) {
  const t = dashboardText.use()
  const success = successOf(model)
  if (success === undefined) return '—'
  const failed = failedOf(model)
  if (failed === 0) return percent(success)
  return (
    <Link to={logAddress(model.model, `&type=${logType.failure}${logParams}`)} title={t('failed', { count: failed })}>
      {percent(success)}
    </Link>
  )
}

const firstToken = (model: ModelUsage) => {
  const ms = firstTokenOf(model)
  return ms === undefined ? '—' : formatDuration(ms / 1000)
}
