/// temp
pub fn read() {}
