import { Mark } from '../brand/mark.tsx'
import styles from './road-drawing.module.css'
import { approachPath, evenExits, exitPaths, type Road } from './road-geometry.ts'

/** Dashes on one lane: their length, the space between them and how far the first one is pushed back. */
type Dashes = { lane: number; dash: number; space: number; shift: number }

const panelMiddle = 320
const panel: Road = {
  length: 720,
  width: 852,
  gate: { along: 216, across: panelMiddle, size: 72 },
  approach: [-35, -17.5, 17.5, 35],
  exits: evenExits(17, 38.25, panelMiddle),
  bundle: 3.5,
}
const panelDashes: Dashes[] = [
  { lane: 1, dash: 14, space: 56, shift: 0 },
  { lane: 4, dash: 14, space: 82, shift: 60 },
  { lane: 6, dash: 14, space: 98, shift: 30 },
  { lane: 9, dash: 14, space: 126, shift: 92 },
  { lane: 12, dash: 14, space: 176, shift: 172 },
  { lane: 14, dash: 14, space: 220, shift: 210 },
]

const rowHeight = 38
const listDashes: Dashes[] = [
  { lane: 1, dash: 14, space: 58, shift: 0 },
  { lane: 4, dash: 12, space: 72, shift: 40 },
  { lane: 6, dash: 14, space: 76, shift: 68 },
]

const rightIntoRows = (rows: number): Road => ({
  length: 264,
  width: rows * rowHeight,
  gate: { along: 95, across: (rows * rowHeight) / 2, size: 40 },
  approach: [-9.5, 9.5],
  exits: evenExits(rows, rowHeight, (rows * rowHeight) / 2),
  bundle: 4.5,
})

const downIntoColumns: Road = {
  length: 196,
  width: 350,
  gate: { along: 72, across: 175, size: 40 },
  approach: [-9.5, 9.5],
  exits: evenExits(8, 46, 175),
  bundle: 4.5,
  down: true,
}

/** Lanes that fan out behind the figures of a card; there is no gate. */
const card: Road = {
  length: 172,
  width: 242,
  gate: { along: -6, across: 121, size: 0 },
  approach: [],
  exits: evenExits(9, 27, 121),
  bundle: 2.5,
}
const cardDashes: Dashes[] = [
  { lane: 1, dash: 12, space: 62, shift: 54 },
  { lane: 2, dash: 12, space: 200, shift: 40 },
  { lane: 4, dash: 12, space: 84, shift: 58 },
  { lane: 5, dash: 12, space: 300, shift: 14 },
  { lane: 7, dash: 14, space: 300, shift: 136 },
]

type RoadDrawingProps =
  | { variant: 'panel' }
  | { variant: 'card' }
  | { variant: 'down' }
  | { variant: 'list'; rows: number }

/** Road lanes: through a gate beside a form or into a list of providers, or behind a card's figures. Decoration only. */
export function RoadDrawing(props: RoadDrawingProps) {
  if (props.variant === 'panel') return <Drawing road={panel} dashes={panelDashes} className={styles.panel} cover />
  if (props.variant === 'card') return <Drawing road={card} dashes={cardDashes} className={styles.card} />
  if (props.variant === 'down') return <Drawing road={downIntoColumns} dashes={listDashes} className={styles.quiet} />
  return <Drawing road={rightIntoRows(props.rows)} dashes={listDashes} className={styles.quiet} />
}

type DrawingProps = { road: Road; dashes: Dashes[]; className: string | undefined; cover?: true }

function Drawing({ road, dashes, className, cover }: DrawingProps) {
  const lanes = exitPaths(road)
  const { along, across, size } = road.gate
  const [x, y] = road.down ? [across, along] : [along, across]
  const [width, height] = road.down ? [road.width, road.length] : [road.length, road.width]
  return (
    <svg
      aria-hidden="true"
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      {...(cover ? { preserveAspectRatio: 'xMinYMid slice' } : { width, height })}
    >
      <g className={styles.lane}>
        {road.approach.map((offset) => (
          <path key={offset} d={approachPath(road, offset)} />
        ))}
        {lanes.map((path) => (
          <path key={path} d={path} />
        ))}
      </g>
      <g className={styles.dashes}>
        {road.approach.length > 0 && <path d={approachPath(road, 0)} strokeDasharray="14 10" />}
        {dashes.map(({ lane, dash, space, shift }) => (
          <path key={lane} d={lanes[lane]} strokeDasharray={`${dash} ${space}`} strokeDashoffset={-shift} />
        ))}
      </g>
      {size > 0 && (
        <g transform={`translate(${x - size / 2} ${y - size / 2})`}>
          <Mark size={size} />
        </g>
      )}
    </svg>
  )
}
