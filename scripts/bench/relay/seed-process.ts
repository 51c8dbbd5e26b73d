// Seeds a data folder with the code of a source tree, and prints the keys. Arguments: the tree's seed, folder, upstream, users.
const [seed = '', folder = '', upstream = '', users = ''] = process.argv.slice(2)
const { seedRelay } = (await import(seed)) as typeof import('./seed-relay.ts') // the same function in every version
console.log(JSON.stringify(await seedRelay(folder, upstream, { users: Number(users) })))
