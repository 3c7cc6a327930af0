// One icon a module: tag and attributes of each of its shapes.
declare module 'lucide/dist/esm/icons/*.mjs' {
  const shapes: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
  export default shapes
}
