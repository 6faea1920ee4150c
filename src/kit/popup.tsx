import { Menu as MantineMenu, Popover, type PopoverProps } from "@mantine/core";
import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { classes } from "./classes.ts";
import styles from "./popup.module.css";

interface PopupProps extends Pick<PopoverProps, "position" | "offset" | "width" | "withinPortal"> {
  readonly label: string;
  /** Without these two a press on `button` opens and closes it. */
  readonly opened?: boolean;
  readonly onChange?: (opened: boolean) => void;
  readonly className?: string | undefined;
  readonly button: ReactElement;
  readonly children: ReactNode;
}

/** A panel that a button opens beside itself. Escape and a press elsewhere close it, and the keyboard stays in it. */
export function Popup({ label, className, button, children, ...others }: PopupProps) {
  return (
    <Popover
      {...others}
      trapFocus
      returnFocus
      transitionProps={{ duration: 120, transition: "fade" }}
      classNames={{ dropdown: classes(styles["popup"], className) }}
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={label}>{children}</Popover.Dropdown>
    </Popover>
  );
}

interface OwnPopupProps extends Pick<PopoverProps, "position"> {
  readonly opened: boolean;
  readonly onDismiss: () => void;
  readonly className?: string | undefined;
  readonly button: ReactElement;
  /** It has a role, and keys that close it. */
  readonly children: ReactNode;
}

/**
 * A panel whose content is more than a panel's. It stands behind its button in the page's order, and nothing cuts it
 * off.
 */
export function OwnPopup({ className, button, children, ...others }: OwnPopupProps) {
  return (
    <Popover
      {...others}
      offset={6}
      withRoles={false}
      closeOnEscape={false}
      withinPortal={false}
      floatingStrategy="fixed"
      middlewares={{ flip: true, shift: true, size: true }}
      transitionProps={{ duration: 120, transition: "fade" }}
      classNames={{ dropdown: classes(styles["popup"], className) }}
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  );
}

interface MenuProps {
  readonly button: ReactElement<ComponentProps<"button">>;
  /** Where in the page it is drawn, as a selector: above everything that could cut it off. */
  readonly target: string;
  /** Without it a press on `button` opens and closes it. */
  readonly opened?: boolean;
  readonly onChange?: (opened: boolean) => void;
  readonly offset?: { readonly mainAxis: number; readonly crossAxis: number };
  /** `MenuItem`s. */
  readonly children: ReactNode;
}

/**
 * A menu that a button opens below itself, with the keys that menus have. Until it is wanted only its button is there:
 * a list has many.
 */
export function Menu({ button, target, opened, onChange, children, ...others }: MenuProps) {
  const [wanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const own = useRef<HTMLButtonElement>(null);
  const change = (to: boolean) => {
    setOpen(to);
    onChange?.(to);
  };
  const open = useEffectEvent(() => change(true));
  useLayoutEffect(() => {
    if (!wanted) return;
    // Another button stands in the first one's place. It has the keyboard before the menu opens, and gets it back.
    own.current?.focus();
    open();
  }, [wanted]);
  if (opened === undefined && !wanted)
    return cloneElement(button, { "aria-haspopup": "menu", onClick: () => setWanted(true) });
  return (
    <MantineMenu
      {...others}
      opened={opened ?? isOpen}
      onChange={change}
      position="bottom-end"
      portalProps={{ target }}
      withInitialFocusPlaceholder={false}
      menuItemTabIndex={0}
      trapFocus
      classNames={{ dropdown: classes(styles["popup"]), item: styles["item"] ?? "" }}
    >
      <MantineMenu.Target>{cloneElement(button, { ref: own })}</MantineMenu.Target>
      <MantineMenu.Dropdown>{children}</MantineMenu.Dropdown>
    </MantineMenu>
  );
}

/** What a menu offers; what is off can be reached, so that one learns why. */
export function MenuItem({
  disabled,
  onClick,
  children,
}: {
  readonly disabled?: boolean;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}) {
  if (disabled !== true) return <MantineMenu.Item onClick={onClick}>{children}</MantineMenu.Item>;
  return (
    <MantineMenu.Item closeMenuOnClick={false} renderRoot={(props) => <button {...props} aria-disabled="true" />}>
      {children}
    </MantineMenu.Item>
  );
}
