import { ExceptionsView } from "./exceptions-view.tsx";

/** The exceptions of a retailer's own orders: a tab of its page of orders. */
export function OwnExceptions() {
  return (
    <div className="stack exceptions">
      <ExceptionsView isOwn toDo={null} />
    </div>
  );
}
