import { useEffect, useMemo } from 'react'
import { Link } from 'react-router'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { formatMilliseconds } from '../../../lib/format/format-time.ts'
import { JsonText } from '../json-text.tsx'
import styles from '../reference.module.css'
import { printed, type Received } from './send-try.ts'
import { tryText } from './try.text.ts'

type TryResultProps = { received: Received; isRunning: boolean; isCharged: boolean }

/** The response to a trial, as far as it has arrived. */
export function TryResult({ received, isRunning, isCharged }: TryResultProps) {
  const t = tryText.use()
  const { status, milliseconds, requestId, isCut, media } = received
  const isFine = status < 400
  return (
    <section className={styles.section}>
      <h2>{t('result')}</h2>
      <p className={styles.outcome} role="status">
        <strong data-fine={isFine || undefined}>{status}</strong>
        <span>{formatMilliseconds(milliseconds)}</span>
        {isRunning && <span>{t('receiving')}</span>}
        {!isRunning && isCharged && requestId && (
          <Link to={`/log?request_id=${encodeURIComponent(requestId)}`}>{t('openLog')}</Link>
        )}
      </p>
      {media ? <Media media={media} /> : <JsonText text={printed(received)} />}
      {isCut && <p className={textStyles.hint}>{t('cut')}</p>}
    </section>
  )
}

function Media({ media }: { media: Blob }) {
  const t = tryText.use()
  const address = useMemo(() => URL.createObjectURL(media), [media])
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  if (media.type.startsWith('image/')) return <img className={styles.picture} src={address} alt={t('picture')} />
  // biome-ignore-start lint/a11y/useMediaCaption: nobody knows the words of generated media
  return media.type.startsWith('video/') ? (
    <video className={styles.picture} src={address} controls />
  ) : (
    <audio className={layoutStyles.wide} src={address} controls />
  )
  // biome-ignore-end lint/a11y/useMediaCaption: nobody knows the words of generated media
}
