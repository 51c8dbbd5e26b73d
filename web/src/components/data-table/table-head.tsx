/** The head of a small table: a title for each column. */
export const TableHead = ({ titles }: { titles: readonly (string | false)[] }) => (
  <thead>
    <tr>
      {titles.map(
        (title) =>
          title && (
            <th key={title} scope="col">
              {title}
            </th>
          ),
      )}
    </tr>
  </thead>
)
