//! Deadlines and ceilings apply to all meters together.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use fewest_rules::{Ceiling, Limits, Meter, StopReason};

#[test]
fn a_later_meter_has_the_same_deadline() {
    let limits = Limits {
        time: Some(Duration::from_millis(20)),
        ..Limits::default()
    };
    let one = limits.from_now();
    let mut first = Meter::new(&one);
    while first.poll().is_ok() {
        std::thread::yield_now();
    }
    assert_eq!(first.poll(), Err(StopReason::Time));
    assert_eq!(Meter::new(&one).poll(), Err(StopReason::Time));
    // A time limit alone applies to each search separately.
    assert_eq!(Meter::new(&limits).poll(), Ok(()));
}

#[test]
fn the_earlier_end_holds() {
    let now = Instant::now();
    let limits = |time, deadline| Limits {
        time: Some(Duration::from_secs(time)),
        deadline: Some(now + Duration::from_secs(deadline)),
        ..Limits::default()
    };
    let early = now + Duration::from_secs(20);
    assert_eq!(
        limits(100, 10).from_now().deadline,
        Some(early - Duration::from_secs(10))
    );
    let end = limits(10, 100).from_now().deadline;
    assert!(end.is_some_and(|end| end < early));
    let endless = Limits {
        time: Some(Duration::MAX),
        ..Limits::default()
    };
    assert_eq!(endless.from_now().deadline, None);
    assert_eq!(Meter::new(&endless).poll(), Ok(()));
}

static IN_USE: AtomicU64 = AtomicU64::new(0);

#[test]
fn a_ceiling_counts_what_others_hold() {
    const MIB: u64 = 1 << 20;
    let limits = Limits {
        memory: Some(8 * MIB),
        ceiling: Some(Ceiling {
            bytes: 10 * MIB,
            in_use: || IN_USE.load(Ordering::Relaxed),
        }),
        ..Limits::default()
    };
    let mut meter = Meter::new(&limits);
    IN_USE.store(7 * MIB, Ordering::Relaxed);
    assert_eq!(meter.hold(4 * MIB), Err(StopReason::Memory));
    assert_eq!(meter.held(), 0);
    assert_eq!(meter.hold(3 * MIB), Ok(()));
    IN_USE.store(10 * MIB, Ordering::Relaxed);
    // Bytes that are already held count once.
    assert_eq!(meter.hold(3 * MIB), Ok(()));
    assert_eq!(meter.poll(), Ok(()));
    IN_USE.store(10 * MIB + 1, Ordering::Relaxed);
    assert_eq!(meter.poll(), Err(StopReason::Memory));
    assert_eq!(meter.hold(2 * MIB), Ok(()));
}

#[test]
fn memory_held_elsewhere_counts() {
    let elsewhere = Arc::new(AtomicU64::new(0));
    let limits = Limits {
        memory: Some(100),
        held_elsewhere: Some(elsewhere.clone()),
        ..Limits::default()
    };
    let mut meter = Meter::new(&limits);
    assert_eq!(meter.hold(60), Ok(()));
    elsewhere.store(40, Ordering::Relaxed);
    assert_eq!(meter.poll(), Ok(()));
    assert_eq!(meter.hold(61), Err(StopReason::Memory));
    assert_eq!((meter.held(), meter.statistics().peak_bytes), (60, 100));
    elsewhere.store(41, Ordering::Relaxed);
    assert_eq!(meter.poll(), Err(StopReason::Memory));
    assert_eq!(meter.hold(59), Ok(()));
}
