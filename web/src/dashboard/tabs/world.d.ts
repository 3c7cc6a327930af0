// The map's data, which web/build.ts makes (web/world.ts).
declare module '*/world.json' {
  const world: {
    readonly width: number
    readonly height: number
    readonly paths: Readonly<Record<string, string>>
    readonly dots: Readonly<Record<string, readonly [number, number]>>
  }
  export default world
}
