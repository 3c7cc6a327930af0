export function Switcher({ onClose }: { onClose: () => void }) {
  return (
    <button type="button" onClick={onClose}>
      switcher
    </button>
  )
}
