export { Toasts } from "./light/toast.tsx";
