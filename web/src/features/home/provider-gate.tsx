import { RoadDrawing } from '../../components/road-drawing/road-drawing.tsx'
import { useText } from '../../lib/text/text.ts'
import { homeText } from './home.text.ts'
import { offeredTypes } from './offered-types.ts'
import styles from './provider-gate.module.css'

const columns = 4 // of the wide layout, in which every row has its lane

/** The list of upstreams with the lanes that lead to it. */
export function ProviderGate({ callable }: { callable: readonly number[] }) {
  const t = useText(homeText)
  const offered = offeredTypes(callable)
  return (
    <section className={styles.gate}>
      <div className={styles.words}>
        <h2>{t('gateTitle', { count: offered.length })}</h2>
        <p>{t('gateText')}</p>
      </div>
      <div className={styles.across}>
        <RoadDrawing variant="list" rows={Math.ceil(offered.length / columns)} />
      </div>
      <div className={styles.down}>
        <RoadDrawing variant="down" />
      </div>
      <ul className={styles.list}>
        {offered.map(({ type, label }) => (
          <li key={type}>{label ?? t('ownUpstream')}</li>
        ))}
      </ul>
    </section>
  )
}
