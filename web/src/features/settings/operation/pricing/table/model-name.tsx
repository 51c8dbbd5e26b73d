import { TypeMonogram } from '../../../../../components/tags/channel-type-name.tsx'
import { Monogram } from '../../../../../components/tags/monogram.tsx'
import { useModelTypes } from '../use-model-types.ts'
import styles from './model-name.module.css'

/** A model by the tile of its usual vendor and its name. */
export function ModelName({ model }: { model: string }) {
  const type = useModelTypes().data?.get(model)
  return (
    <span className={styles.model} title={model}>
      {type === undefined ? (
        <Monogram letters={model.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 2)} />
      ) : (
        <TypeMonogram type={type} />
      )}
      <span className={styles.name}>{model}</span>
    </span>
  )
}
