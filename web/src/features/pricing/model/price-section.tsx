import type { ReactNode } from 'react'
import textStyles from '../../../components/style/text.module.css'
import styles from '../pricing.module.css'

type PriceSectionProps = {
  title: string
  /** Beside the title: the unit, the group. */
  beside?: ReactNode
  hint?: string
  children: ReactNode
}

/** A part of the drawer about the price of a model. */
export const PriceSection = ({ title, beside, hint, children }: PriceSectionProps) => (
  <section>
    <h3 className={styles.modelHeading}>
      {title} {beside}
    </h3>
    {children}
    {hint && <p className={textStyles.hintBelow}>{hint}</p>}
  </section>
)

/** A table of figures; `children` are its rows. */
export const PriceTable = ({ head, columns, children }: { head: string; columns: string[]; children: ReactNode }) => (
  <table className={styles.priceTable}>
    <thead>
      <tr>
        <th scope="col">{head}</th>
        {columns.map((column) => (
          <th key={column} className={styles.figure}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
